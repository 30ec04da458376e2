"""Completion for shells, from the parser of the commands."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from ..catalog import SPORTS

SHELLS = ("bash", "zsh", "fish")

BASH = """_sportsframe() {{
    local words
    case "${{COMP_WORDS[1]}}" in
{cases}
        *) words="{commands}" ;;
    esac
    [ "$COMP_CWORD" -eq 1 ] && words="{commands}"
    COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _sportsframe sportsframe
"""

ZSH = "#compdef sportsframe\nautoload -U +X bashcompinit && bashcompinit\n"


def commands_of(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield the commands of a parser by name, aliases included."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


def words_of(command: argparse.ArgumentParser) -> list[str]:
    """Return what may stand after a command: flags, choices of its arguments, and the sports."""
    found = [flag for action in command._actions for flag in action.option_strings if flag.startswith("--")]
    for action in command._actions:
        if not action.option_strings:
            found += map(str, action.choices or (SPORTS if "sport" in (action.help or "") else ()))
    return list(dict.fromkeys(found))


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
            lines += [f"{after} -l {word[2:]}" for word in words_of(command) if word.startswith("--")]
            plain = [word for word in words_of(command) if not word.startswith("--")]
            lines += [f"{after} -a '{' '.join(plain)}'"] if plain else []
        return "\n".join(lines) + "\n"
    cases = "\n".join(f'        {name}) words="{" ".join(words_of(command))}" ;;' for name, command in commands.items())
    return (ZSH if shell == "zsh" else "") + BASH.format(cases=cases, commands=" ".join(commands))
