# SPDX-License-Identifier: BSD-3-Clause
"""comops report: one HTML page, the headline's figure, a table or a summary of results files.

Exit 0, 1 not written, 2 usage error, 77 a library is missing.
"""

import argparse
import gc
from functools import partial
from pathlib import Path
from pkgutil import resolve_name

from comops.common.console import NOT_WRITTEN, Parser, choice_of, complain, output_check
from comops.reports.command.console import (STANDARD_OUTPUT, USAGE, WRITTEN, answer_write,
                                            campaigns_read, json_add, json_check, libraries,
                                            page_write, write)
from comops.reports.words.formats import list_text

PROGRAM = "comops report"
FIGURES = ("png", "svg", "pdf")
DRAWN = ("html", *FIGURES)
FORMATS = {  # each is the suffix of a file, too: what it is, and what makes it
    "html": ("a page", "page.build:page"),
    **dict.fromkeys(FIGURES, ("the headline's figure", "page.publication:headline")),
    "md": ("the answer in Markdown", "export.summary:summary"),
    "tex": ("the same in LaTeX", "export.summary:summary_latex"),
    "csv": ("one row per cell", "export.cells_csv:cells_csv"),
    "json": ("verdicts and cells", "export.answer_json:answer_json"),
    "osu": ("in the format of the OSU Micro-Benchmarks", "export.osu:osu_text"),
}

with libraries(PROGRAM):
    from comops.results.lines import ResultsError
    from comops.results.read import Campaign


def formats_text() -> str:
    """html: a page; png, svg or pdf: the headline's figure; ..."""
    return "; ".join(f"{', '.join(names)}: {form[0]}" for form, names in (
        (form, [name for name in FORMATS if FORMATS[name] == form])
        for form in dict.fromkeys(FORMATS.values())))


def format_of(parser: Parser, output: Path | None) -> str:
    """The format by the suffix of the output; a usage error if there is none of that name."""
    suffix = output.suffix.lower() if output else ""
    if suffix and suffix[1:] not in FORMATS:
        parser.error(f"{output}: no format has the suffix {suffix}; known are "
                     f"{list_text([f'.{name}' for name in FORMATS])}, or name a --format")
    return suffix[1:] or "html"


def arguments(words: list[str]) -> argparse.Namespace:
    parser = Parser(prog=PROGRAM, description="Turns results files of `comops run` into one HTML "
                    "page, a figure, or text.")
    for *names, how, text in (
        ("files", {"metavar": "FILE", "nargs": "+"}, "a results file"),
        ("--format", {"metavar": "FORMAT", "type": choice_of(FORMATS)},
         f"{formats_text()} (default: the suffix of the output, or html)"),
        ("-o", "--output", {"metavar": "FILE"},
         "the file to write; - is standard output (default: for a page or a figure FILE.FORMAT, "
         "otherwise standard output)"),
        ("--figures", {"metavar": "DIR"}, "also write each chart as SVG and PDF into DIR"),
    ):
        parser.add_argument(*names, help=text, **{"type": Path, **how})
    json_add(parser)
    options = parser.parse_args(words)
    json_check(parser, options)
    options.named = bool(options.output)
    options.format = options.format or format_of(parser, options.output)
    if not options.output and not options.figures:
        options.output = (Path(f"{options.files[0]}.{options.format}") if options.format in DRAWN
                          else STANDARD_OUTPUT)
    if options.figures and options.format != "html":
        parser.error("--figures cannot be combined with another format than html")
    if options.format in FIGURES and options.output == STANDARD_OUTPUT:
        parser.error(f"a figure needs a file: -o headline.{options.format}")
    if options.json and options.format != "html":
        parser.error("--json describes a page; leave out --format")
    if options.json and not options.output:
        parser.error("--json describes a page; name its file with -o")
    return options


def figures_write(campaigns: list[Campaign], folder: Path) -> bool:
    """Whether the figures could be written; reports the reason if not."""
    with libraries(PROGRAM):
        from comops.reports.page.publication import figures
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in figures(campaigns):
            write(folder / name, content)
    except OSError as error:
        complain(PROGRAM, f"{folder}: cannot be written: {error.strerror}")
        return False
    return True


def main(words: list[str]) -> int:
    gc.disable()  # there are few cycles, and searching for them takes longer than everything else
    options = arguments(words)
    if options.output and options.output != STANDARD_OUTPUT:
        output_check(options.output)
    with libraries(PROGRAM):
        render = resolve_name(f"comops.reports.{FORMATS[options.format][1]}")
        if options.format in FIGURES:
            render = partial(render, suffix=options.format)
    try:
        campaigns = campaigns_read(PROGRAM, options.files, options.output, Campaign)
        with libraries(PROGRAM):
            content = render(campaigns) if options.output else ""
    except ResultsError as error:
        complain(PROGRAM, str(error))
        return USAGE
    if options.figures and not figures_write(campaigns, options.figures):
        return NOT_WRITTEN
    if not options.output:
        return WRITTEN
    if options.format not in DRAWN:
        return answer_write(options.output, content)
    contents = options.json and resolve_name("comops.reports.export.answer_json:page_contents")
    return page_write(PROGRAM, options.output, content, options.named,
                      contents(campaigns) if contents else None)
