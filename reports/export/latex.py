# SPDX-License-Identifier: BSD-3-Clause
"""The Markdown of summary.py as LaTeX, for \\input: the same sentences, and its tables with the
package booktabs."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

HEADS = {"###": "subsection*", "####": "subsubsection*"}
ESCAPES = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", "`": r"\textasciigrave{}",
    "\"": "''", "µ": r"\textmu{}", "\N{NO-BREAK SPACE}": "~", "–": "--", "±": r"$\pm$",
    "×": r"$\times$", "≥": r"$\geq$", "≤": r"$\leq$",
    "-": "-{}", "[": "{[}", "*": "{*}",  # no ligature; no argument of a row's end
} | {letter: f"\\{letter}" for letter in "{}$&#_%"}
TOKEN = re.compile(r"\\(.)|&#(\d+);|(\*\*)|(.)", re.DOTALL)
LATIN = 0x17F  # letters that every LaTeX has


def escaped(letter: str) -> str:
    return ESCAPES.get(letter, letter if ord(letter) <= LATIN else "?")


def inline(text: str) -> str:
    """A line of Markdown without links and lists: escapes, references, strong words."""
    pieces, strong = [], False
    for plain, number, stars, letter in TOKEN.findall(text.strip()):
        if stars:
            pieces.append("}" if strong else r"\textbf{")
            strong = not strong
        else:
            pieces.append(escaped(plain or letter or chr(int(number))))
    return "".join(pieces)


def table(lines: Sequence[str]) -> Iterator[str]:
    """A head, a rule, rows."""
    rows = [re.split(r"(?<!\\)\|", line.strip()[1:-1]) for line in lines]
    head, rule, *others = rows
    columns = "".join("r" if column.endswith(":") else "l" for column in rule)
    yield from (r"\begin{center}\small", rf"\begin{{tabular}}{{{columns}}}", r"\toprule")
    for at, row in enumerate((head, *others)):
        yield " & ".join(map(inline, row)) + r" \\"
        if not at:
            yield r"\midrule"
    yield from (r"\bottomrule", r"\end{tabular}", r"\end{center}")


def kind_of(line: str) -> str:
    """How a line begins, where that decides what it is."""
    return next((kind for kind in ("|", "- ", "<", "####", "###") if line.startswith(kind)), "")


def latex_of(text: str) -> str:
    out = [r"% \usepackage{booktabs}"]
    for kind, group in groupby(text.splitlines(), key=kind_of):
        lines = list(group)
        if kind == "|":
            out += table(lines)
        elif kind == "- ":
            out += [r"\begin{itemize}", *(rf"\item {inline(line[2:])}" for line in lines),
                    r"\end{itemize}"]
        elif kind in HEADS:
            out += [rf"\{HEADS[kind]}{{{inline(line.removeprefix(kind))}}}" for line in lines]
        elif kind == "<":  # folded in Markdown
            out += [rf"\paragraph{{{inline(title)}}}" for line in lines
                    for title in re.findall("<summary>(.*)</summary>", line)]
        else:
            out += map(inline, lines)
    return "\n".join(out) + "\n"
