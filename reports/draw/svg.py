# SPDX-License-Identifier: BSD-3-Clause
"""SVG: elements, texts and their estimated widths; the palettes of all drawings."""

import re
from collections.abc import Sequence
from html import escape
from pathlib import Path

from comops.reports.words.escape import CONTROL

STATIC = Path(__file__).parents[1] / "static"
UNKNOWN = "\N{REPLACEMENT CHARACTER}"
NARROW, WIDE = set(" .,:;'|!iljtfI()[]-"), set("mwMWGNOQ@%")
DARK = "@media screen and (prefers-color-scheme: dark)"
# Characters that XML cannot contain in any form.
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def number(value: float) -> str:
    """A coordinate to a tenth."""
    return f"{value:.1f}".removesuffix(".0")


def plain(text: str) -> str:
    """Text in which nothing is markup."""
    return escape(CONTROL.sub(UNKNOWN, FORBIDDEN.sub(UNKNOWN, text)))


def element(name: str, *content: str, **attributes: object) -> str:
    """One element; `class_` is the attribute class, an underscore within a name a hyphen."""
    words = "".join(
        f' {key.removesuffix("_").replace("_", "-")}="{plain(value_text(value))}"'
        for key, value in attributes.items()
    )
    return f"<{name}{words}>{''.join(content)}</{name}>" if content else f"<{name}{words}/>"


def value_text(value: object) -> str:
    return number(value) if isinstance(value, int | float) else str(value)


def text(x: float, y: float, words: str, class_: str = "", **attributes: object) -> str:
    """A line of text; its class says whether it starts, is centred or ends there."""
    named = {"class_": class_} if class_ else {}
    return element("text", plain(words), x=x, y=y, **named, **attributes)


def rectangle(x: float, y: float, width: float, height: float) -> str:
    w = number(width)
    return f"M{number(x)} {number(y)}h{w}v{number(height)}h-{w}z"


def image(width: float, height: float, title: str, description: str, *content: str) -> str:
    return element(
        "svg",
        element("title", plain(title)),
        element("desc", plain(description)),
        *content,
        xmlns="http://www.w3.org/2000/svg",
        class_="picture",
        role="img",
        width=width,
        height=height,
        viewBox=f"0 0 {number(width)} {number(height)}",
    )


def text_width(words: str, size: float) -> float:
    """The width of a text in a wide font (DejaVu Sans), estimated generously so that it fits in
    every font."""
    return size * sum(0.37 if word in NARROW else 0.86 if word in WIDE
                      else 0.7 if word.isupper() else 0.63 for word in words)


def wrap(words: str, size: float, width: float) -> list[str]:
    """A text broken into lines of about this width, at blanks that may be broken."""
    lines: list[str] = []
    for word in filter(None, words.split(" ")):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def paragraph(
    x: float, y: float, words: str, size: float, width: float, class_: str
) -> tuple[str, float]:
    """Lines of text from the top `y` down, and their lower end."""
    step = 1.3 * size
    lines = wrap(words, size, width)
    drawn = [text(x, y + step * (at + 0.8), line, class_) for at, line in enumerate(lines)]
    return "".join(drawn), y + step * len(lines)


def cells(
    x: float, y: float, rows: Sequence[Sequence[str]], left: int = 1
) -> tuple[str, float, float]:
    """A table with a header row and `left` columns flush left; its right and lower ends."""
    size, gap, step = 12, 18, 18
    widths = [max(text_width(cell, size) for cell in column) for column in zip(*rows, strict=True)]
    drawn = []
    for at, row in enumerate(rows):
        edge = x
        for column, (cell, width) in enumerate(zip(row, widths, strict=True)):
            class_ = "label" if at else "label head"
            if column < left:
                drawn.append(text(edge, y + step * at + 13, cell, class_))
            else:
                drawn.append(text(edge + width, y + step * at + 13, cell, f"{class_} end"))
            edge += width + gap
    rule = element("path", d=f"M{number(x)} {y + step - 0.5}H{number(edge - gap)}", class_="rule")
    return "".join(drawn) + rule, edge - gap, y + step * len(rows)


def palettes() -> list[dict[str, str]]:
    """The colours of the light scheme by name, and those that differ in the dark one."""
    colours = (STATIC / "colours.css").read_text(encoding="utf-8")
    return [dict(re.findall(r"--([\w-]+): ([^;]+);", part)) for part in colours.split(DARK)]


def style() -> str:
    """The style of a separate picture, in plain colours: not every program supports variables."""
    rules = (STATIC / "picture.css").read_text(encoding="utf-8")
    light, dark = palettes()

    def painted(palette: dict[str, str]) -> str:
        return re.sub(r"var\(--([\w-]+)\)", lambda match: palette[match[1]], rules)

    return f"{painted(light)}\n{DARK} {{\n{painted(light | dark)}}}\n"
