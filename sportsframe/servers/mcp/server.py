"""The tools behind the official SDK: lists them, validates arguments, runs them and reports errors."""

from __future__ import annotations

import itertools
import json
import logging
import re
from collections.abc import Awaitable, Callable, Container, Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING, Any, Protocol

from ..._client.query import TONIGHT, season
from ..._client.transport import DOUBT
from ...catalog import RESOURCES, SPORTS, TOKEN_PARAM, params
from ...catalog.names import is_sport, league_named, sports_named, sports_told
from ...catalog.resources import LEAGUE_NAMES
from ...catalog.simulated import NOTE, SOURCE, SOURCE_HEADER
from ...errors import LONGEST_SHOWN, ConfigError, PartialResult, SportsframeError, nearest, quoted
from ...service import Service
from ...service.respond import Reply, over_quota
from ...service.rows import Question
from ...service.tokens import FULL, Grant, Tokens
from ...simulation._common.stats import playing
from ..mirror import STALE
from . import documents
from .caller import WORDS, Caller, Json, again, covered, spelled_out, tables_kept
from .columns import asked_for
from .questions import question_tools
from .resources import of_resource
from .schemas import DATE, ROOM, ToolFailure, code_of, compact, size
from .tables import of_seasons, seasonal, table_tools
from .tools import DEFAULT, Tool, fitting_resource, not_covered, refuse_of_other_sports
from .turns import PLACES, Stopped, Turns, Work

if TYPE_CHECKING:
    from jsonschema import ValidationError
    from mcp.server.lowlevel import Server

FIRST_STRUCTURED = "2025-06-18"
"""The version of the protocol that introduced structured content; clients of older ones get text."""

NOTHING_COVERED = Grant("nothing", pairs=frozenset())
"""Of a token that has expired between its check and the list."""

TOKEN_OF_SCOPE = "sportsframe.token"
"""Key of the token in the ASGI scope."""

WORK_OF_SCOPE = "sportsframe.work"
"""Key of the work for a request in the ASGI scope, which is stopped if its client goes away."""

OUTCOME_OF_SCOPE = "sportsframe.outcome"
"""Key of what becomes of a call in the ASGI scope: a dict with ``failed``, for the log."""

WARNING = f"{NOTE} Say so whenever you report them."
"""What instructions and results add where the data is simulated."""

log = logging.getLogger("sportsframe.service")


class Backend(Protocol):
    """The service behind the tools: that of this process, or a mirror."""

    tokens: Tokens

    @property
    def simulated(self) -> bool: ...

    @property
    def clock(self) -> Any: ...

    def health(self) -> Reply: ...

    def respond(
        self, method: str, path: str, query: Mapping[str, str], headers: Mapping[str, str], *, counted: bool = True
    ) -> Reply: ...


def every_tool() -> dict[str, Tool]:
    """Return all tools by name, for the sports there are now: questions, tables, and those of the service."""
    return {tool.name: tool for tool in (*question_tools(), *table_tools(), *map(of_resource, RESOURCES.values()))}


def fitted(tool: Tool, arguments: Mapping[str, Any], clock: Callable[[], datetime], grant: Grant = FULL) -> Json:
    """Arguments as a tool takes them: without those left empty, and read as they are meant.

    A number may stand for text and text for a whole number, which may have a fraction of zero, as in JSON Schema; text
    with commas stands for a list; a choice, a table and a word for a day may be in any case; and a season is named as
    in the package, ``2024-25`` or ``current``.
    """
    found: Json = {}
    if isinstance(sport := arguments.get("sport"), str) and "sport" in tool.takes["properties"]:
        arguments = {**arguments, **_sport_meant(tool.within(grant) or tool, sport.strip(), arguments)}
    for name, value in arguments.items():
        schema = tool.takes["properties"].get(name, {})
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool) and schema.get("type") == "string":
            value = str(value)
        if isinstance(value, str):
            value = _fitted_text(value.strip(), name, schema)
        if isinstance(value, str) and schema.get("type") == "array":
            value = _fitted_list(value)
        if name == "tables" and isinstance(value, list):
            value = [one.casefold() if isinstance(one, str) else one for one in value]
        if name == "date" and isinstance(value, str) and (PERIOD.fullmatch(value) or len(DAYS.findall(value)) > 1):
            raise ToolFailure(f"date {quoted(value)} is not a single day; call once for each day, as YYYY-MM-DD.")
        if value not in (None, "", []):
            found[name] = value
    code = code_of(found) if isinstance(found.get("sport"), str) else ""
    if code in SPORTS and isinstance(found.get("season"), str):
        written = found["season"].casefold().replace("/", "-")
        found["season"] = season(written, sport=code, resource="schedule-season", clock=clock)
    if code in SPORTS and "resource" in tool.takes["properties"]:
        found |= _resource_meant(code, found, grant, dated="date" in tool.takes["properties"])
        if found["resource"] is None:
            del found["resource"]
    return found


def _sport_meant(tool: Tool, text: str, arguments: Mapping[str, Any]) -> Json:
    """Return the sport, and the league, that people mean by a text; nothing if it is a code or unknown.

    Raises
    ------
    ToolFailure
        It may be one of several.
    """
    if not text or is_sport(text):
        return {}
    if found := league_named(text):
        beside = league_named(arguments.get("league"))
        if beside and beside != found:
            raise ToolFailure(f"sport {quoted(text)} is the league {found[1]}, and league is {beside[1]}; pass one.")
        own = {} if arguments.get("league") or "league" not in tool.takes["properties"] else {"league": found[1]}
        return {"sport": found[0].lower(), **own}
    named = [code.lower() for code in sports_named(text)]
    offered = [code for code in named if code in tool.takes["properties"]["sport"]["enum"]]
    if len(offered) > 1:
        raise ToolFailure(f"which sport is meant by {quoted(text)}: {', '.join(offered[:-1])} or {offered[-1]}?")
    return {"sport": (offered or named)[0]} if named else {}


def _resource_meant(code: str, found: Json, grant: Grant, *, dated: bool) -> Json:
    """Return the resource and the table of a call, which may name a table in place of a resource, or a table alone.

    Tables such as teams belong to several resources: what the token covers, then a date, a season or the lack of both
    chooses; a tool that takes neither, `dated` being false, means the default.
    """
    resource, table = found.get("resource"), found.get("table")
    tables = {name: SPORTS[code].answer(name).layouts for name in SPORTS[code].resources}
    segment = next((name for name in ("date", "season") if name in found), "")
    if isinstance(resource, str) and resource not in RESOURCES and table is None:
        name = resource.casefold()
        if any(name in held for held in tables.values()):
            resource, table = None, name
    if resource is None and isinstance(table, str):
        having = [name for name, held in tables.items() if table in held]
        having = [name for name in having if grant.covers(code, name)] or having
        wanted = [name for name in having if RESOURCES[name].segment.name == segment]
        wanted = [name for name in wanted if "game_id" in found or not _of_game(code, name)]
        if not dated and DEFAULT in having:
            resource = DEFAULT
        elif wanted and DEFAULT not in wanted:
            resource = wanted[0]
        elif having and DEFAULT not in having:
            resource = having[0]
        elif segment == "season" and (of := OF_SEASON.get(table)) in covered(grant, code):
            resource, table = of, None
            found.pop("table", None)
    if resource == "schedule" and segment == "season":
        resource = "schedule-season"
    return {"resource": resource, **({} if table is None else {"table": table})}


def _resource_chosen(given: Json, grant: Grant) -> Json:
    """Return the resource of a call that names none, as far as its other arguments choose one."""
    code, resource = code_of(given), None
    if "season" in given and "date" not in given:  # with a date, one of the two is too many
        resource = of_seasons(seasonal(grant, code), code, asked_for(given), given.get("table"))
    resource = resource or fitting_resource(grant, code, given)
    return {} if resource is None else {"resource": resource}


OF_SEASON = {"players": "player-stats", "teams": "team-stats"}
"""Table of a day -> the resource that has the same of a season."""


def _of_game(code: str, resource: str) -> bool:
    """Whether a resource is of one game, which a call must name."""
    return any(param.required and param.name == "game_id" for param in params(code, resource))


def _fitted_text(text: str, name: str, schema: Json) -> str | int:
    if schema.get("type") == "integer" and WHOLE.fullmatch(text):
        return int(text)
    if name == "table":  # whose choices depend on the sport
        return text.casefold()
    if name == "date" and schema.get("description") != DATE["description"]:  # an evening has no date in UTC
        text = TONIGHT.get(text.casefold(), text)
    if name == "sort" and (direction := SORTED.fullmatch(text)):
        text = f"{'-' * (direction[2][0].casefold() == 'd')}{direction[1]}"
    text = CALLED.get(name, {}).get(text.casefold(), text)
    if name == "league":
        text = LEAGUE_NAMES.get("".join(filter(str.isalpha, text.casefold())), text)
    words: Iterable[str] = WORDS if name == "date" else schema.get("enum", ())
    return next((word for word in words if _plain(word) == _plain(text)), text)


def _plain(choice: str) -> str:
    """Return a choice without regard to case and to what stands between its words."""
    return re.sub(r"[\s_-]+", "-", choice.casefold())


def _fitted_list(text: str) -> list[Any]:
    """Return the list that a text stands for: JSON, or parts between commas."""
    with suppress(ValueError):
        if isinstance(found := json.loads(text), list):
            return found
    return [part.strip() for part in text.split(",") if part.strip()]


PERIOD = re.compile(r"[0-9]{4}(-[0-9]{2})?|(this|last|next) (week|weekend|month)", re.ASCII | re.IGNORECASE)
"""A year, a month, or several days in words."""

CALLED = {
    "part": {"playoffs": "postseason", "playoff": "postseason", "regular": "regular_season"},
    "order": dict.fromkeys(("asc", "ascending"), "lowest") | dict.fromkeys(("desc", "descending"), "highest"),
}
"""Argument -> what people call its values -> the value."""

SORTED = re.compile(r"(\S+)\s+(asc|ascending|desc|descending)", re.ASCII | re.IGNORECASE)
"""A column and a direction, as in SQL."""

DAYS = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)

WHOLE = re.compile(r"-?[0-9]{1,9}", re.ASCII)


def complaint(fault: ValidationError, tool: Tool, given: Json, listed: Container[str]) -> str:
    """What is wrong with the arguments of a call to a tool as its token has it, in words for agents."""
    where, value = ".".join(map(str, fault.absolute_path)), fault.instance
    value = quoted(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)[:LONGEST_SHOWN]
    code = code_of(given) if isinstance(given.get("sport"), str) else ""
    choices = tool.takes["properties"].get(where, {}).get("enum", fault.validator_value)
    if where == "league" and code in SPORTS and not SPORTS[code].leagues:
        return f"league is only for soccer; omit it for {code.lower()}."
    if fault.validator == "required":
        lacking = ", ".join(name for name in fault.validator_value if name not in fault.instance)
        said = f"{lacking} is required" if "," not in lacking else f"{lacking} are required"
    elif fault.validator == "enum" and where == "sport":
        if code in SPORTS:
            why = f": {SPORTS[code].rules.no_standings}" if tool.name == "get_standings" else ""
            have = "its sports are" if len(choices) > 1 else "its sport is"
            return f"{tool.name} has no sport {code.lower()}{why}; {have} {', '.join(choices)}."
        return f"sport {value} is not one of {sports_told(choices)}.{nearest(fault.instance, choices)}"
    elif fault.validator == "enum":
        return f"{where} {value} is not one of {', '.join(map(str, choices))}."
    elif fault.validator == "type":
        if where.endswith("_id"):
            return f"{where} {value} is not an id{'; find returns the ids of a name' if 'find' in listed else ''}."
        said = f"{where} {value} is not of type {fault.validator_value}"
    elif fault.validator == "additionalProperties":
        unknown = [quoted(name) for name in fault.instance if name not in fault.schema["properties"]]
        said = f"{' and '.join(unknown)} {'is not an argument' if len(unknown) == 1 else 'are not arguments'}"
    else:
        said = f"{where}: {fault.message[:300]}" if where else fault.message[:300]
    return f"{said}; {tool.name} accepts {', '.join(tool.takes['properties'])}."


LONGEST_TEXT = 1000
"""Characters of an argument; answers repeat some of it."""


def _longest(value: Any) -> int:
    """The length of the longest text in an argument."""
    if isinstance(value, dict):
        return max((max(len(key), _longest(held)) for key, held in value.items()), default=0)
    if isinstance(value, list):
        return max(map(_longest, value), default=0)
    return len(value) if isinstance(value, str) else 0


class ToolServer:
    """The tools in front of a service.

    Parameters
    ----------
    backend : Service or Mirror
        Service to use; its tokens are accepted.
    token : str, optional
        The token for calls without HTTP, such as those of a desktop agent over stdio.

    Raises
    ------
    ConfigError
        The official SDK is not installed.
    """

    def __init__(self, backend: Backend, token: str = "") -> None:
        try:
            from mcp.server.lowlevel import Server
        except ImportError:
            raise ConfigError('the MCP server requires mcp: pip install "sportsframe[mcp]".') from None
        from ..._version import __version__

        self.backend = backend
        self._token = token
        self._kept = tables_kept()
        self._of_token: dict[str, tuple[Any, Turns]] = {}
        self.server: Server[Any] = Server(
            "sportsframe",
            version=__version__,
            instructions=self._instructions(self.tools),
            on_list_tools=self._list,
            on_call_tool=self._call,
            on_list_resources=self._list_documents,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._document,
            on_list_prompts=self._list_prompts,
            on_get_prompt=self._prompt,
            get_tool_input_schema=self._takes,
        )
        self.server.middleware.append(self._instruct)

    def _instructions(self, tools: Container[str]) -> str:
        warning = f"{WARNING} " if self.backend.simulated else ""
        return warning + documents.instructions(tools)

    async def _instruct(self, ctx: Any, call_next: Callable[[Any], Awaitable[Any]]) -> Any:
        """Let the instructions for a client name only the tools of its token."""
        found = await call_next(ctx)
        if ctx.method in ("initialize", "server/discover"):
            return {**found, "instructions": self._instructions(self._tools_of(ctx))}
        return found

    def prepare(self) -> Thread:
        """Import what calls need in a thread, so that the first one need not wait for it."""
        thread = Thread(target=_import_what_calls_need, name="sportsframe-imports", daemon=True)
        thread.start()
        return thread

    @property
    def tools(self) -> dict[str, Tool]:
        """All tools by name."""
        return every_tool()

    def now(self) -> datetime:
        """Return the time of the backend's clock."""
        found: datetime = self.backend.clock()
        return found

    def _takes(self, name: str) -> Json | None:
        tool = self.tools.get(name)
        return tool.takes if tool else None

    async def _list(self, context: Any, params: Any) -> Any:
        from mcp_types import ListToolsResult, ToolAnnotations
        from mcp_types import Tool as Listed

        _refuse_cursor(params)
        hints = ToolAnnotations(read_only_hint=True, open_world_hint=False)
        note = "Simulated data. " if self.backend.simulated else ""  # the instructions say what that means
        return ListToolsResult(
            tools=[
                Listed(
                    name=tool.name,
                    title=tool.title,
                    description=note + tool.meaning,
                    input_schema=tool.takes,
                    output_schema=tool.gives,
                    annotations=hints,
                )
                for tool in self._tools_of(context).values()
            ]
        )

    async def _list_documents(self, context: Any, params: Any) -> Any:
        _refuse_cursor(params)
        return documents.listed_documents(self._sports_of(context))

    async def _list_templates(self, context: Any, params: Any) -> Any:
        from mcp_types import ListResourceTemplatesResult

        _refuse_cursor(params)
        return ListResourceTemplatesResult(resource_templates=[])

    async def _document(self, context: Any, params: Any) -> Any:
        return await documents.document(str(params.uri), self._sports_of(context))

    async def _list_prompts(self, context: Any, params: Any) -> Any:
        _refuse_cursor(params)
        return documents.listed_prompts(self._tools_of(context))

    async def _prompt(self, context: Any, params: Any) -> Any:
        return documents.filled_in(params.name, params.arguments or {}, self._tools_of(context))

    def _grant_of(self, context: Any) -> Grant:
        return self.backend.tokens.grant(self._token_of(context), self.now()) or NOTHING_COVERED

    def _tools_of(self, context: Any) -> dict[str, Tool]:
        """Return the tools for the token of a request, with only what it covers among their choices."""
        grant = self._grant_of(context)
        found = {name: tool.within(grant) for name, tool in self.tools.items()}
        return {name: tool for name, tool in found.items() if tool is not None}

    def _sports_of(self, context: Any) -> list[str]:
        """Return the sports of which the token of a request covers something."""
        pairs = self._grant_of(context).pairs
        return [code for code in SPORTS if pairs is None or any(code == sport for sport, _ in pairs)]

    def _token_of(self, context: Any) -> str:
        """Return the token of a request; over stdio that of the process."""
        request = context.request
        return str(request.scope[TOKEN_OF_SCOPE]) if request is not None else self._token

    async def _at_work(self, context: Any, params: Any, token: str) -> tuple[str, Json]:
        """Run a tool in a thread, and report meanwhile that it is at work."""
        import anyio

        outcome: tuple[str, Json] | Exception
        limiter, turns = self._places(token)
        work = turns.work()
        if context.request is not None:
            context.request.scope[WORK_OF_SCOPE].append(work)
        try:
            async with anyio.create_task_group() as group:
                group.start_soon(_report_progress, context.session, work)
                try:
                    outcome = await anyio.to_thread.run_sync(
                        self._run, params.name, params.arguments, token, work, abandon_on_cancel=True, limiter=limiter
                    )
                except Exception as failure:  # raised outside the group, which would wrap it
                    outcome = failure
                group.cancel_scope.cancel()
        finally:
            work.stop()
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    async def _call(self, context: Any, params: Any) -> Any:
        from mcp_types import CallToolResult, TextContent

        token = self._token_of(context)
        try:
            text, found = await self._at_work(context, params, token)
        except SportsframeError as failure:
            self._note(context, f"error {getattr(failure, 'status', 0) or ''}".rstrip())
            return CallToolResult(content=[TextContent(text=hidden(str(failure), token))], is_error=True)
        except Exception:
            log.exception("the tool %s failed", params.name[:64])
            self._note(context, "error 500")
            return CallToolResult(content=[TextContent(text="The tool failed.")], is_error=True)
        form = str((params.arguments or {}).get("form") or "").strip().casefold() or None
        old = context.protocol_version < FIRST_STRUCTURED
        text, found = in_form(text, found, "text" if old else form)
        texts = [text, WARNING] if found.get("source") == SOURCE else [text]
        content = [TextContent(text=text) for text in texts]
        return CallToolResult(content=content, structured_content=None if old else found)

    def _note(self, context: Any, failed: str) -> None:
        """Note in the scope of a request how a call failed."""
        if context.request is not None:
            context.request.scope[OUTCOME_OF_SCOPE]["failed"] = failed

    def _places(self, token: str) -> tuple[Any, Turns]:
        """Return the limiter of concurrent calls of a token, which belongs to the running event loop, and its turns."""
        import anyio

        if token not in self._of_token:
            self._of_token[token] = anyio.CapacityLimiter(PLACES), Turns()
        return self._of_token[token]

    def _run(self, name: str, arguments: Mapping[str, Any] | None, token: str, work: Work) -> tuple[str, Json]:
        """Run a tool as `call` does, until its work is stopped."""
        try:
            return self.call(name, arguments, token, work)
        except Stopped:
            raise ToolFailure("the call was cancelled.") from None
        finally:
            work.end()

    def call(
        self, name: str, arguments: Mapping[str, Any] | None, token: str, work: Work | None = None
    ) -> tuple[str, Json]:
        """Run a tool.

        Parameters
        ----------
        name : str
            Name of the tool.
        arguments : mapping, optional
            Its arguments; null values are ignored.
        token : str
            Token of the caller, for the backend.
        work : Work, optional
            Takes note of how far the call is; by default, nobody does.

        Returns
        -------
        tuple of (str, dict)
            The result as text and as an object; the object names the source of simulated data.

        Raises
        ------
        SportsframeError
            The call is invalid or failed; the message is meant for the agent.
        """
        tools = self.tools
        tool = tools.get(name)
        grant = self.backend.tokens.grant(token, self.now()) or NOTHING_COVERED
        if tool is None:
            listed = [one.name for one in tools.values() if one.within(grant)]
            raise ToolFailure(f"unknown tool {name[:64]!r}; expected one of {', '.join(listed)}.")
        self._spend(grant)
        if (longest := _longest(arguments)) > LONGEST_TEXT:
            raise ToolFailure(f"a text in an argument has at most {LONGEST_TEXT:,} characters, not {longest:,}.")
        given = fitted(tool, arguments or {}, self.now, grant)
        self._check(tool, given, grant)
        if "resource" in tool.takes["properties"] and "resource" not in given:
            given |= _resource_chosen(given, grant)
        if tool.about_data and "sport" not in given and tool.within(grant) is None:
            needed = " and ".join(tool.reads)
            raise ToolFailure.of(403, f"403: {tool.name} needs {needed} of one sport, which the token does not cover.")
        if "sport" in given and given.get("resource") in RESOURCES:
            refuse_of_other_sports(code_of(given), given["resource"], grant)
        for pair in tool.pairs(given, grant):
            if not grant.covers(*pair):
                raise ToolFailure.of(403, not_covered(grant, *pair))
        if "date" not in given and tool.requires_date(grant, code_of(given)):
            raise ToolFailure(f"{name} requires date for {given['sport']}, of which the token covers days only.")

        sources, stale, doubts = set(), set(), set()
        at_work = work or Turns().work()

        def ask(path: str, query: dict[str, str]) -> Reply:
            answer = self._answer(path, {**query, TOKEN_PARAM: token}, at_work)
            sources.add(answer[1].get(SOURCE_HEADER))
            stale.add(answer[1].get(STALE))
            doubts.add(answer[1].get(DOUBT))
            return answer

        try:
            caller = Caller(ask, self.now, self.backend.simulated, grant, at_work, self._kept)
            text, found = tool.run(caller, spelled_out(caller, given))
        except SportsframeError as failure:
            raise _for_an_agent(failure) from None
        since, other = (min(filter(None, one), default="") for one in (stale, doubts))
        if since or other:
            said = [since and _as_of(since, self.now()), other and WRONG.format(other), found.get("note")]
            found = {**found, "note": "; ".join(filter(None, said))}
            if other and found.get("reason"):  # drawn from rows of another day
                found["reason"] = "unknown; see note."
            text = compact(found)
        if hidden(text, token) != text:  # an argument that is repeated
            found = _without(found, token)
            text = compact(found)
        return text, {**found, "source": SOURCE} if SOURCE in sources else found

    def _answer(self, path: str, query: dict[str, str], work: Work) -> Reply:
        """Ask the service; what it has to compute waits for the turn of the call."""
        if not isinstance(self.backend, Service):  # a mirror waits for another service, with places of its own
            work.check()
            return self.backend.respond("GET", path, query, {}, counted=False)
        _, planned = self.backend.plan("GET", path, query, {}, counted=False)
        question = planned if isinstance(planned, Question) else None
        totals = question is not None and bool(SPORTS[question.sports[0]].answer(question.resource).totals)
        work.asks(computed=question is not None, of_season=totals)
        if question is None:
            return planned  # type: ignore[return-value]
        told = playing.set(work.plays)
        try:
            return self.backend.answer(question)
        finally:
            playing.reset(told)

    def _spend(self, grant: Grant) -> None:
        """Count a call for the quota of its token, however many requests to the service it takes."""
        refused = over_quota(self.backend.tokens, grant)
        if refused is not None:
            status, headers, body = refused
            raise ToolFailure.of(status, again(f"{status}: {json.loads(body)}", headers))

    def _check(self, tool: Tool, given: Json, grant: Grant) -> None:
        from jsonschema import Draft202012Validator
        from jsonschema.exceptions import best_match

        fault = best_match(Draft202012Validator(tool.takes).iter_errors(given))
        if fault is not None:
            listed = [name for name, one in self.tools.items() if one.within(grant)]
            raise ToolFailure(complaint(fault, tool.within(grant) or tool, given, listed))


NEEDED = ("jsonschema", "sportsframe.load", "sportsframe.measures.seasons")
"""Modules that are imported at the first call otherwise; with all that they import, a few seconds on a slow machine."""


def _import_what_calls_need() -> None:
    for name in NEEDED:
        import_module(name)


def _for_an_agent(failure: SportsframeError) -> SportsframeError:
    """Return the cause of a partial result, whose own message is for Python."""
    return next(iter(failure.causes.values()), failure) if isinstance(failure, PartialResult) else failure


def _refuse_cursor(params: Any) -> None:
    """Refuse the cursor of a list; lists come whole, so that there is none to continue."""
    from mcp.shared.exceptions import MCPError
    from mcp_types import INVALID_PARAMS

    if params is not None and params.cursor is not None:
        raise MCPError(INVALID_PARAMS, "unknown cursor; lists come whole, so omit it")


PROGRESS_SECONDS = 5.0
"""Interval of the reports that a call is at work."""


async def _report_progress(session: Any, work: Work) -> None:
    """Report again and again how far a call is, to clients that ask for it and can be told before the result.

    The progress is that of the time, whose total is estimated where the number of games or responses is known; a
    progress may only rise, and several seasons may be played for one call.
    """
    import anyio

    for seconds in itertools.count(PROGRESS_SECONDS, PROGRESS_SECONDS):
        await anyio.sleep(PROGRESS_SECONDS)
        done, total = work.done, work.total
        far = f"; {done:,} of {total:,} {work.unit}" if total else ""
        await session.report_progress(
            seconds, seconds * total / done if total and done else None, message=f"at work for {seconds:g} s{far}"
        )


WRONG = "not to be relied on: in place of what was asked for, the upstream service sent only rows of {}"


def _as_of(since: str, now: datetime) -> str:
    """Return how old the oldest part of a result is, in the place of which the upstream service has sent no newer."""
    sent = datetime.fromisoformat(since).astimezone(UTC)
    minutes, seconds = divmod(max(0, int((now - sent).total_seconds())), 60)
    age = f"{minutes} min" if minutes else f"{seconds} s"
    return f"not the latest: as of {sent:%Y-%m-%dT%H:%M:%SZ}, {age} ago; the upstream service sent no newer answer"


DATA = ("data", "rows", "columns", "constant", "empty", "game", "tables")
"""Members of results that hold the data; a result in the form of text leaves them out of its structure."""


def in_form(text: str, found: Json, form: str | None) -> tuple[str, Json]:
    """Return a result as text or as structure, or as both if no form is asked for and both fit."""
    if form is None and size(found) + size(found, "text") <= ROOM:
        return text, found
    if form == "text":
        return text, {name: value for name, value in found.items() if name not in DATA}
    said = {name: found[name] for name in ("total", "next", "reason", "omitted", "note") if found.get(name) is not None}
    return f'The data is in the structured content; for text pass form="text". {json.dumps(said)}', found


def hidden(text: str, token: str) -> str:
    """Return `text` without the token, in any of its encodings."""
    from ..._client import credentials

    return credentials.redact(text, token)


def _without(found: Any, token: str) -> Any:
    """Return a part of a result without the token in any of its texts."""
    if isinstance(found, dict):
        return {name: _without(value, token) for name, value in found.items()}
    if isinstance(found, list):
        return [_without(value, token) for value in found]
    return hidden(found, token) if isinstance(found, str) else found


def run_stdio(companion: ToolServer) -> None:
    """Serve the tools over the standard input and output of this process, until the input ends and is answered."""
    import anyio
    from mcp.server.stdio import stdio_server
    from mcp.shared.message import SessionMessage
    from mcp_types import PARSE_ERROR, ErrorData, JSONRPCError, JSONRPCNotification, JSONRPCRequest

    async def main() -> None:
        companion.prepare()
        asked: set[Any] = set()
        answered = anyio.Condition()

        async def read(incoming: Any, to_server: Any) -> None:
            async with to_server:
                async for item in incoming:
                    if isinstance(item, Exception):
                        fault = ErrorData(code=PARSE_ERROR, message="the line is not a JSON-RPC message")
                        await answers.send(SessionMessage(JSONRPCError(jsonrpc="2.0", id=None, error=fault)))
                        continue
                    message = item.message if isinstance(item, SessionMessage) else None
                    if isinstance(message, JSONRPCRequest):
                        asked.add(message.id)
                    elif isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
                        asked.discard((message.params or {}).get("requestId"))
                    await to_server.send(item)
                async with answered:
                    while asked:
                        await answered.wait()

        async def write(from_server: Any, outgoing: Any) -> None:
            async for item in from_server:
                await outgoing.send(item)
                async with answered:
                    asked.discard(getattr(item.message, "id", None))
                    answered.notify_all()
            await outgoing.aclose()

        async with stdio_server() as (incoming, outgoing), anyio.create_task_group() as tasks:
            to_server, given = anyio.create_memory_object_stream[Any](0)
            answers, from_server = anyio.create_memory_object_stream[Any](0)
            tasks.start_soon(read, incoming, to_server)
            tasks.start_soon(write, from_server, outgoing)
            await companion.server.run(given, answers, companion.server.create_initialization_options())

    anyio.run(main)
