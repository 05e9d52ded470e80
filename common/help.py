# SPDX-License-Identifier: BSD-3-Clause
"""How --help is laid out."""

import argparse
import textwrap
from collections.abc import Iterable
from typing import Any


class Formatter(argparse.HelpFormatter):
    """Breaks lines between words only: names and paths stay whole. `-s, --sizes=LIST`."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(" ".join(text.split()), width, break_long_words=False,
                             break_on_hyphens=False)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        """Lines that begin with blanks stay as they are."""
        paragraphs, filled = [[]], []
        for line in text.splitlines():
            if line.startswith(" ") or not line:
                paragraphs += [[line], []]
            else:
                paragraphs[-1].append(line)
        for lines in filter(None, paragraphs):
            filled += (self._split_lines(" ".join(lines), width - len(indent))
                       if lines[0].strip() and not lines[0].startswith(" ") else lines)
        return textwrap.indent("\n".join(filled), indent)

    def _format_action_invocation(self, action: argparse.Action) -> str:
        names = ", ".join(action.option_strings)
        if not names:
            return super()._format_action_invocation(action)
        value = "" if action.nargs == 0 else f"={self._format_args(action, action.dest.upper())}"
        return names + value

    def _format_usage(self, usage: Any, actions: Any, groups: Any, prefix: Any) -> str:
        if usage is None:
            places = [self._format_args(one, one.dest) for one in actions if not one.option_strings]
            usage = " ".join(["%(prog)s [OPTION...]", *places])
        return super()._format_usage(usage, actions, groups, prefix or "Usage: ")


def further_text(program: str, groups: Iterable[Any]) -> str:
    """The names of the options that only --help-all explains."""
    lines = [f"More options, explained by `{program} --help-all`:"]
    for group in groups:
        names = ", ".join(action.option_strings[-1] for action in group._group_actions)
        lines += textwrap.wrap(f"{group.title.lower()}: {names}", 78, initial_indent="  ",
                               subsequent_indent="    ", break_on_hyphens=False)
    return "\n".join(lines)
