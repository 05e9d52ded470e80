# SPDX-License-Identifier: BSD-3-Clause
"""Completions for bash, zsh and fish: commands, options, and the names that an option takes."""

from collections.abc import Iterable
from typing import Any

HEADER = "# Completion for comops, made of --help-all and `comops list`.\n"


def option_values(listed: dict[str, Any], facts: dict[str, Any]) -> dict[str, list[str]]:
    """Long option -> the names that it takes, one or several; from `comops list` with --json and
    with --catalogue."""

    def names(what: str) -> list[str]:
        return [entry["name"].partition(":")[0] for entry in facts[what]]

    protocols = dict.fromkeys(offer["protocol"] for path in listed["paths"]
                              for offer in path["implementations"] if not offer["family"])
    placements = list(dict.fromkeys(names("placements")))
    return {
        "--patterns": [*names("patterns"), "all"],
        "--paths": [*names("paths"), "all"],
        "--protocols": list(protocols),
        "--placements": [*placements, "all"],
        "--placement": placements,
        "--memory": ["local", "root", "peer", "interleave"],
        "--method": names("methods"),
        "--buffers": facts["buffers"],
        "--consume": facts["consume"],
        "--pages": facts["pages"][1:],
        "--op": [*facts["operations"], "all"],
        "--datatype": [*facts["datatypes"], "all"],
        "--tuning": ["off"],
    }


def _commands(helps: Iterable[Any]) -> dict[str, list[tuple[str, str]]]:
    """The words before -> the words that may follow, each with what it does."""
    commands: dict[str, list[tuple[str, str]]] = {}
    for help_ in helps:
        if help_.words:
            before = " ".join(("comops", *help_.words[:-1]))
            commands.setdefault(before, []).append((help_.words[-1], help_.summary))
    return commands


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


BASH = """
_comops() {
    local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} words=comops at
    for ((at = 1; at < COMP_CWORD; at++)); do
        [[ " ${_comops_commands[$words]-} " != *" ${COMP_WORDS[at]} "* ]] ||
            words+=" ${COMP_WORDS[at]}"
    done
    # Bash takes --sizes=8 for three words.
    [[ $current != = ]] || current=
    [[ $option != = ]] || option=${COMP_WORDS[COMP_CWORD-2]}
    local names=${_comops_values[${_comops_long[$option]-$option}]-} before=
    COMPREPLY=()
    if [[ $names ]]; then
        [[ $current != *,* ]] || before=${current%,*},
        mapfile -t COMPREPLY < <(compgen -P "$before" -W "$names" -- "${current##*,}")
        compopt -o nospace 2>/dev/null
    elif [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "${_comops_options[$words]}" -- "$current")
    else
        mapfile -t COMPREPLY < <(compgen -W "${_comops_commands[$words]-}" -- "$current")
    fi
}
complete -o default -F _comops comops
"""


def _table(name: str, rows: dict[str, str]) -> str:
    lines = "\n".join(f"    [{_quoted(key)}]={_quoted(text)}" for key, text in rows.items())
    return f"declare -A {name}=(\n{lines}\n)\n"


def bash(helps: list[Any], values: dict[str, list[str]]) -> str:
    """Tables, and a function that looks into them."""
    following = {words: " ".join(name for name, _ in commands)
                 for words, commands in _commands(helps).items()}
    options = {" ".join(("comops", *help_.words)): " ".join(o.long for o in help_.all_options())
               for help_ in helps}
    taken = {option: " ".join(names) for option, names in values.items()}
    letters = {f"-{option.letter}": option.long for help_ in helps for option in help_.all_options()
               if option.letter and option.long in values}
    return "".join((HEADER, _table("_comops_commands", following),
                    _table("_comops_options", options), _table("_comops_values", taken),
                    _table("_comops_long", letters), BASH))


def _zsh_option(option: Any, names: list[str] | None) -> str:
    """An option as _arguments describes one."""
    text = option.text.translate(str.maketrans("[]:", "();"))
    action = f"_values -s , name {' '.join(names)}" if names else "_files"
    value = f"=:{option.takes.translate(str.maketrans(':', '-'))}:{action}" if option.takes else ""
    name, _, rest = value.partition(":")
    return _quoted(f"{option.long}{name}[{text}]{':' if value else ''}{rest}")


def zsh(helps: list[Any], values: dict[str, list[str]]) -> str:
    """A case for each command."""
    following, cases = _commands(helps), []
    for help_ in helps:
        words = " ".join(("comops", *help_.words))
        names = " ".join(_quoted(f"{name}:{what}") for name, what in following.get(words, []))
        options = " ".join(_zsh_option(o, values.get(o.long)) for o in help_.all_options())
        files = "" if names else " '*:file:_files'"
        describe = f"        next=({names})\n        _describe command next\n" if names else ""
        cases.append(f"    {_quoted(words)})\n{describe}        _arguments {options}{files}\n"
                     "        ;;\n")
    groups = "|".join(_quoted(words) for words in following if words != "comops")
    return ("#compdef comops\n" + HEADER + "\nlocal before=comops\nlocal -a next\n"
            "((CURRENT > 2)) && before+=\" $words[2]\"\n"
            f"case $before in ({groups}) ((CURRENT > 3)) && before+=\" $words[3]\" ;; esac\n"
            f"case $before in\n{''.join(cases)}esac\n")


def fish(helps: list[Any], values: dict[str, list[str]]) -> str:
    """One line for each command and option."""
    lines = []
    for words, commands in _commands(helps).items():
        seen = [f"__fish_seen_subcommand_from {word}" for word in words.split()[1:]]
        names = " ".join(name for name, _ in commands)
        when = "; and ".join([*seen, f"not __fish_seen_subcommand_from {names}"])
        lines += [f"complete -c comops -f -n {_quoted(when)} -a {name} -d {_quoted(what)}"
                  for name, what in commands]
    for help_ in helps:
        when = "; and ".join(f"__fish_seen_subcommand_from {word}" for word in help_.words)
        for option in help_.all_options():
            names = values.get(option.long)
            value = f"-x -a {_quoted(' '.join(names))}" if names else "-r"
            lines.append(" ".join(filter(None, (
                "complete -c comops", when and f"-n {_quoted(when)}", f"-l {option.long[2:]}",
                option.letter and f"-s {option.letter}", option.takes and value,
                f"-d {_quoted(option.text.partition('. ')[0])}"))))
    return HEADER + "\n".join(lines) + "\n"
