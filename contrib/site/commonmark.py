# SPDX-License-Identifier: BSD-3-Clause
"""Lists as CommonMark reads them, in the form that Python-Markdown needs: an empty line before a
list, and four columns in front of what belongs to an item."""

import re

ITEM = re.compile(r"([-*]|\d+\.) +(?=\S)")
BEGINS_A_LIST = re.compile(r"([-*]|1\.) ")  # where a paragraph comes before it
FENCE = "```"


def python_markdown(text: str) -> str:
    return "\n".join(_converted(text.split("\n"), inside=False))


def _converted(lines: list[str], inside: bool) -> list[str]:
    """The lines of a page, or of what is inside an item."""
    done: list[str] = []
    listed = loose = fenced = False
    at = 0
    while at < len(lines):
        line = lines[at]
        item = None if fenced else ITEM.match(line)
        before = done[-1] if done else ""
        if item and (listed or not before or before.startswith("#") or BEGINS_A_LIST.match(line)):
            if before and (loose if listed else not inside):
                done.append("")
            end = _end_of_item(lines, at, len(item[0]))
            inner = [lines[at][len(item[0]):], *(line[len(item[0]):] if line.startswith(" ")
                                                 else line for line in lines[at + 1:end])]
            first, *rest = _converted(inner, inside=True)
            done += [f"{item[1]} {first}", *(line and f"    {line}" for line in rest)]
            listed, loose, at = True, "" in rest, end
            continue
        fenced ^= line.startswith(FENCE)
        listed = listed and not line
        done.append(line)
        at += 1
    return done


def _end_of_item(lines: list[str], at: int, width: int) -> int:
    """The number of the first line that no longer belongs to the item which begins at `at`."""
    end = at + 1
    while end < len(lines):
        line, before = lines[end], lines[end - 1]
        inner = line.startswith(" " * width)
        continued = before and line and not ITEM.match(line) and not line.startswith(("#", FENCE))
        followed = not line and any(lines[end:]) and _next(lines, end).startswith(" " * width)
        if not (inner or continued or followed):
            break
        end += 1
    return end


def _next(lines: list[str], at: int) -> str:
    """The first line from there on that is not empty."""
    return next(line for line in lines[at:] if line)
