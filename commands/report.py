# SPDX-License-Identifier: BSD-3-Clause
"""comops report: one HTML page, a table or a summary of results files.

Exit 0, 1 not written, 2 usage error, 77 a library is missing.
"""

import argparse
import gc
from pathlib import Path

from common.console import NOT_WRITTEN, Parser, choice_of, complain, output_check
from reports.command.console import (
    STANDARD_OUTPUT, USAGE, WRITTEN, answer_write, campaigns_read, json_add, json_check, libraries,
    page_write, write,
)

PROGRAM = "comops report"
FORMATS = {
    "html": "a page",
    "csv": "one row per cell",
    "osu": "in the format of the OSU Micro-Benchmarks",
    "md": "a summary",
    "json": "verdicts and cells",
}

with libraries(PROGRAM):
    from records.lines import ResultsError
    from records.read import Campaign


def arguments(words: list[str]) -> argparse.Namespace:
    parser = Parser(prog=PROGRAM, description="Turns results files of `comops run` into one HTML "
                    "page, or into text.")
    for *names, how, text in (
        ("files", {"metavar": "FILE", "nargs": "+"}, "a results file"),
        ("--format", {"metavar": "FORMAT", "type": choice_of(FORMATS), "default": "html"},
         "; ".join(f"{name}: {what}" for name, what in FORMATS.items()) + " (default: html)"),
        ("-o", "--output", {"metavar": "FILE"},
         "the file to write; - is standard output (default: for a page FILE.html, otherwise "
         "standard output)"),
        ("--figures", {"metavar": "DIR"}, "also write each chart as SVG and PDF into DIR"),
    ):
        parser.add_argument(*names, help=text, **{"type": Path, **how})
    json_add(parser)
    options = parser.parse_args(words)
    json_check(parser, options)
    options.named = bool(options.output)
    if not options.output and not options.figures:
        page = Path(f"{options.files[0]}.html")
        options.output = page if options.format == "html" else STANDARD_OUTPUT
    if options.figures and options.format != "html":
        parser.error("--figures cannot be combined with --format")
    if options.json and options.format != "html":
        parser.error("--json describes a page; leave out --format")
    if options.json and not options.output:
        parser.error("--json describes a page; name its file with -o")
    return options


def figures_write(campaigns: list[Campaign], folder: Path) -> bool:
    """Whether the figures could be written; reports the reason if not."""
    with libraries(PROGRAM):
        from reports.page.publication import figures
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
        if options.format == "html":
            from reports.export.answer_json import page_contents as contents
            from reports.page.build import page as render
        elif options.format == "csv":
            from reports.export.cells_csv import cells_csv as render
        elif options.format == "osu":
            from reports.export.osu import osu_text as render
        elif options.format == "json":
            from reports.export.answer_json import answer_json as render
        else:
            from reports.export.summary import summary as render
    try:
        campaigns = campaigns_read(PROGRAM, options.files, options.output, Campaign)
    except ResultsError as error:
        complain(PROGRAM, str(error))
        return USAGE
    if options.figures and not figures_write(campaigns, options.figures):
        return NOT_WRITTEN
    if options.figures and not options.output:
        return WRITTEN
    if options.format != "html":
        return answer_write(PROGRAM, options.output, render(campaigns))
    return page_write(PROGRAM, options.output, render(campaigns), options.named,
                      contents(campaigns) if options.json else None)
