"""Completion for shells, from the parser of the commands."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Collection, Iterator

from ..catalog import SPORTS, every_table
from ..catalog.resources import LEAGUES

SHELLS = ("bash", "zsh", "fish")

BASH = """_sportsframe() {{
    local cur="${{COMP_WORDS[COMP_CWORD]}}" words="{commands}" flags=""
    COMPREPLY=()
    if [ "$COMP_CWORD" -gt 1 ]; then
        case "${{COMP_WORDS[1]}} ${{COMP_WORDS[COMP_CWORD-1]}}" in
{values}
{commands_with_words}
        esac
    fi
    case "$cur" in
        -*) words="$flags" ;;
        [[:lower:]]*) [ "$COMP_CWORD" -gt 1 ] && words="$(tr "[:upper:]" "[:lower:]" <<< "$words")" ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
}}
complete -o default -F _sportsframe sportsframe
"""

ZSH = "#compdef sportsframe\nautoload -U +X bashcompinit && bashcompinit\n"


def commands_of(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield the commands of a parser by name, aliases included."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


def words_of(name: str, command: argparse.ArgumentParser) -> list[str]:
    """Return what may stand after a command, besides flags: choices of its arguments, plots and sports."""
    found: list[str] = []
    for action in command._actions:
        if not action.option_strings:
            found += map(str, action.choices or (SPORTS if "sport" in (action.help or "") else ()))
    if name == "plot":
        from ..plots._axes import REGISTRY

        found += REGISTRY
    return list(dict.fromkeys(found))


def values_of(command: argparse.ArgumentParser) -> dict[str, list[str] | None]:
    """Return the flags of a command, each with the values that it may have, none if any; None if it takes no value."""
    known: dict[str, Collection[str]] = {
        "league": LEAGUES,
        "table": dict.fromkeys(table for _, _, table, _ in every_table()),
    }
    if "--switches" in command._option_string_actions:
        from ..service.quirks import PRESET, SWITCHES

        known["switches"] = [PRESET, *SWITCHES]
    return {
        flag: None if action.nargs == 0 else list(map(str, action.choices or known.get(action.dest, ())))
        for action in command._actions
        for flag in action.option_strings
        if flag.startswith("--")
    }


def script(shell: str, parser: argparse.ArgumentParser) -> str:
    """Return the script that teaches a shell the commands.

    Parameters
    ----------
    shell : {"bash", "zsh", "fish"}
    parser : argparse.ArgumentParser
        With the commands.
    """
    commands = dict(commands_of(parser))
    if shell == "fish":
        lines = [f"complete -c sportsframe -n __fish_use_subcommand -f -a '{' '.join(commands)}'"]
        for name, command in commands.items():
            after = f"complete -c sportsframe -n '__fish_seen_subcommand_from {name}'"
            for flag, values in values_of(command).items():
                takes = "" if values is None else f" -x -a {shlex.quote(' '.join(values))}" if values else " -r"
                lines.append(f"{after} -l {flag[2:]}{takes}")
            words = words_of(name, command)
            lines += [f"{after} -a '{' '.join(words)}'"] if words else []
        return "\n".join(lines) + "\n"
    indent = " " * 12
    values = [
        f'{indent}"{name} {flag}") words="{" ".join(choices)}" ;;'
        for name, command in commands.items()
        for flag, choices in values_of(command).items()
        if choices is not None
    ]
    others = [
        f'{indent}"{name} "*) words="{" ".join(words_of(name, command))}" flags="{" ".join(values_of(command))}" ;;'
        for name, command in commands.items()
    ]
    filled = BASH.format(commands=" ".join(commands), values="\n".join(values), commands_with_words="\n".join(others))
    return (ZSH if shell == "zsh" else "") + filled
