"""Landing page of the HTTP transport."""

from __future__ import annotations

from html import escape
from textwrap import dedent

from ..catalog import BASE_PATH, RESOURCES, SPORTS, TOKEN_PARAM, params


def _paths() -> str:
    lines = []
    for resource in RESOURCES.values():
        asked = f"{{{resource.segment.name}}}" if resource.segment.name else ""
        path = BASE_PATH + resource.path(asked, "{SPORT}")
        lines.append(f"<tr><td><code>{escape(path)}</code></td><td>{escape(resource.meaning)}</td></tr>")
    return "\n".join(lines)


def _sports() -> str:
    lines = []
    for code, sport in SPORTS.items():
        names = sorted({p.name for resource in sport.resources for p in params(code, resource)})
        takes = ", ".join(f"<code>{escape(name)}</code>" for name in names) or "none"
        leagues = f" ({', '.join(sport.leagues)})" if sport.leagues else ""
        lines.append(f"<tr><td><code>{code}</code></td><td>{escape(sport.name + leagues)}</td><td>{takes}</td></tr>")
    return "\n".join(lines)


def landing() -> bytes:
    """Return an HTML page that lists the resources; it loads nothing from other hosts."""
    example = f"{BASE_PATH}/live/2024-06-01/MLB"
    return (
        dedent(
            f"""\
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>sportsframe service</title>
        <style>
        body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }}
        table {{ border-collapse: collapse; }} td, th {{ text-align: left; padding: .2rem 1rem .2rem 0; }}
        code {{ background: #8882; padding: 0 .2em; }}
        </style>
        </head>
        <body>
        <h1>sportsframe service</h1>
        <p>Schedules and live box scores of {len(SPORTS)} sports, from a simulated world with fictional
        teams and people. Every request is a GET with the token as the query parameter <code>{TOKEN_PARAM}</code>:</p>
        <pre><code>printf %s "$RSC_TOKEN" | curl -sG --data-urlencode {TOKEN_PARAM}@- \\
          http://HOST:PORT{example}</code></pre>
        <p>The <a href="/openapi.json">OpenAPI document</a> lists every field.
        Dates are in UTC. The status is 304 if there is no data.</p>
        <h2>Paths</h2>
        <table>
        """
        ).encode()
        + (
            f"{_paths()}\n</table>\n<h2>Sports</h2>\n<table>\n<tr><th>code</th><th>sport</th><th>parameters</th></tr>\n"
            f"{_sports()}\n</table>\n</body>\n</html>\n"
        ).encode()
    )
