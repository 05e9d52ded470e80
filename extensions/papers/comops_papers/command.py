# SPDX-License-Identifier: BSD-3-Clause
"""comops reproduce: the papers' tables and figures, measured here and simulated.

Exit 0, 1 something was lost or cannot be written, 2 usage, 77 nothing can be measured.
"""

import argparse
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from comops.common.console import Parser, UsageError, complain, note, show
from comops.common.durations import duration_text
from comops.common.libraries import libraries
from comops.common.terminal import columns_wanted

if TYPE_CHECKING:
    from comops_papers.items.items import Item
    from comops_papers.reproduce.execute import Reproduction
    from comops_papers.reproduce.plan import ReproduceCommand, ThisMachine

PROGRAM = "comops reproduce"
GOOD, LOST, UNUSABLE, NOTHING = 0, 1, 4, 77
WIDTH = 100  # of tables where the terminal's is unknown
ABOUT = """Measures the tables and figures of five papers here, and simulates the papers' machines;
prints each beside what the paper prints.

  comops reproduce --list          all of them, and what this machine can do
  comops reproduce luo:figure-3    one
  comops reproduce luo --all       those of one paper, and a page"""
NOTES = """Papers: luo, luecke, arsc, worley, thesis. A results file has everything that was
measured; `comops report FILE` makes a page of it."""


def arguments(words: list[str]) -> argparse.Namespace:
    parser = Parser(prog=PROGRAM, usage=f"{PROGRAM} [OPTION...] PAPER[:ITEM]...\n  or:  "
                    f"{PROGRAM} --claims FILE...",
                    description=ABOUT, epilog=NOTES)
    parser.add_argument("what", metavar="PAPER[:ITEM]", nargs="*",
                        help="a paper, or its table, figure, experiment or test: luo:figure-3")
    for names, text in (
        (("-l", "--list"), "list the items, what this machine can do of each, and how long it "
         "takes"),
        (("--all",), "all items of the paper; without a paper, of all five"),
        (("--quick",), "for a look: a fifth of the time, at most three sizes and numbers of "
         "ranks, one short run of the model, of E's problems T42L16"),
        (("--oversubscribe",), "also run more ranks than cores, up to 16, as far as the paper has "
         "them; they are marked"),
        (("--dry-run",), "print the commands, and run nothing"),
        (("--claims",), "instead, test the papers' claims against the results files named in place "
         "of PAPER"),
    ):
        parser.add_argument(*names, action="store_true", help=text)
    parser.add_argument("-o", "--output", metavar="FILE", type=Path,
                        help="results file (default: comops-reproduce-ITEM-TIME.jsonl)")
    parser.add_argument("--resume", metavar="FILE",
                        help="go on with this results file: measure what it lacks")
    options = parser.parse_args(words)
    others = options.list, options.all, options.quick, options.oversubscribe, options.dry_run
    written = options.output, options.resume
    if options.claims and (not options.what or any(others) or any(written)):
        parser.error("--claims needs results files, and nothing else")
    if not options.what and not (options.list or options.all):
        parser.error("name a paper or one of its items, as luo:figure-3; --list shows all")
    if options.list and (options.all or options.dry_run or options.output):
        parser.error("--list runs nothing; leave out --all, --dry-run and -o")
    if all(written):
        parser.error("--resume names the results file; leave out -o")
    if options.output == Path("-"):
        parser.error("-o needs the name of a file: the tables go to standard output")
    return options


def chosen(options: argparse.Namespace) -> list["Item"]:
    """The items that are named, in their order; UsageError."""
    from comops_papers.items.documents import PAPERS
    from comops_papers.reproduce.plan import items_of

    alone = [word for word in options.what if ":" not in word]
    items = [item for word in options.what or PAPERS for item in items_of(word)]
    if alone and not (options.all or options.list):
        raise UsageError(f"name an item of {alone[0]}, as {items[0].tag}, or run all with --all; "
                         f"`comops reproduce --list {alone[0]}` shows them")
    return list(dict.fromkeys(items))


def say_ranks(items: Sequence["Item"], on: "ThisMachine") -> None:
    """Why a figure has fewer ranks here than in the paper."""
    from comops_papers.reproduce.plan import OVERSUBSCRIBED_MOST

    for item in items:
        most = max(on.ranks(item))
        if lacks := on.lacks(item):
            note(PROGRAM, f"{item.tag}: nothing is measured here: it {lacks}")
        elif item.here and item.ranks and item.ranks[-1] > most:
            how = "" if on.oversubscribe or item.ranks[0] > OVERSUBSCRIBED_MOST else (
                "; with --oversubscribe more ranks than cores")
            note(PROGRAM, f"{item.tag}: up to {item.ranks[-1]} ranks in the paper, {most} here"
                 f"{how}")


def claims_show(files: Sequence[str]) -> int:
    """What these results files say to the papers' claims."""
    from comops.results.lines import ResultsError
    from comops.results.read import campaigns_in
    from comops_papers.items.claim_verdicts import claims_text

    try:
        campaigns = [campaign for file in files for campaign in campaigns_in(Path(file))]
    except ResultsError as error:
        raise UsageError(str(error)) from None
    show(claims_text(campaigns, columns_wanted() or WIDTH))
    return GOOD


def run(items: Sequence["Item"], commands: Sequence["ReproduceCommand"], made: "Reproduction"
        ) -> int:
    """Runs the commands, and prints each item when its last one has ended. The status."""
    from comops_papers.report.tables import item_text
    from comops.reports.words.trust import verdict_text
    from comops_papers.items.items import Shelf

    def show_item(item: "Item") -> None:
        said = {verdict_text(campaign) for campaign in made.campaigns
                if item.tag in campaign.record.reproduces}
        trust = "".join(f"Trust: {text}\n" for text in sorted(filter(None, said)))
        show(trust + item_text(item, Shelf(made.campaigns), columns_wanted() or WIDTH) + "\n")

    last = {item: command for command in commands for item in command.items}
    lost, ran, begin = False, not commands, time.monotonic()
    for item in (item for item in items if item not in last):
        show_item(item)
    for at, command in enumerate(commands, 1):
        note(PROGRAM, f"{at} of {len(commands)}: {command.text}")
        status, why = made.run(command)
        ran = ran or status != NOTHING
        lost = lost or status not in (GOOD, UNUSABLE, NOTHING)
        if status not in (GOOD, UNUSABLE):
            complain(PROGRAM, f"{command.text}: {why or f'ended with {status}'}")
        for item in (item for item in items if last.get(item) == command):
            show_item(item)
    note(PROGRAM, f"took {duration_text(time.monotonic() - begin)}")
    return LOST if lost else GOOD if ran else NOTHING


def reproduction_of(options: argparse.Namespace) -> "Reproduction":
    """With the file that is named, or one with a name of its own."""
    from comops.results.write import ResultsFile
    from comops_papers.reproduce.execute import Reproduction

    if options.resume:
        return Reproduction.resumed(options.resume)
    what = options.what[0].replace(":", "-") if options.what else "all"
    return Reproduction(ResultsFile.create(str(options.output)) if options.output else
                        ResultsFile.create_default(f"reproduce-{what}"))


def page_show(file: str, made: "Reproduction") -> None:
    from comops.reports.command.console import page_write
    from comops.reports.page.build import page

    page_write(PROGRAM, Path(file), page(made.campaigns), False, None)


def main(words: list[str]) -> int:
    options = arguments(words)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is imported
    with libraries(PROGRAM, "comops.reports"):
        from comops.measure.library import Refusal
        from comops.results.write import TAKEN, ResultsError
        from comops_papers.reproduce.plan import commands_of, here
    if options.claims:
        return claims_show(options.what)
    items = chosen(options)
    try:
        on = here(options.oversubscribe, options.quick)
    except Refusal as refusal:
        complain(PROGRAM, refusal)
        return NOTHING
    if options.list:
        from comops_papers.report.tables import lines_text
        from comops_papers.reproduce.estimate import seconds
        from comops_papers.reproduce.plan import listed

        show(lines_text(listed(items, on, seconds), columns_wanted() or WIDTH))
        return GOOD
    commands = commands_of(items, on)
    say_ranks(items, on)
    if options.dry_run:
        show("".join(f"{command.text}\n" for command in commands))
        return GOOD
    try:
        made = reproduction_of(options)
        with made.results as results:
            file = results.name
            try:
                status = run(items, made.left(commands), made)
            except KeyboardInterrupt:
                complain(PROGRAM, f"interrupted; what was finished is in {file}; go on with "
                         f"--resume {file}" if results.length
                         else "interrupted before anything was finished")
                raise
            results.check_place()
    except ResultsError as error:
        if error.error in TAKEN:
            raise UsageError(str(error)) from None
        complain(PROGRAM, error)
        return LOST
    if made.campaigns:
        note(PROGRAM, f"results: {file}")
    if made.campaigns and len(items) > 1:
        page_show(f"{file}.html", made)
    return status
