# SPDX-License-Identifier: BSD-3-Clause
"""What of the papers this machine can do, and the commands for it."""

import re
import shlex
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from comops.common.console import UsageError
from comops.common.durations import duration_parse, duration_text
from comops.common.files import build
from comops.common.nearest import no_such
from comops.common.sizes import sizes_listed
from comops.measure.launch.places import program_file
from comops.measure.planning.machine import Machine
from comops.reports.words.formats import picked
from comops_papers.items.documents import PAPERS
from comops_papers.items.items import PRINT, Item, Shelf, table_of

OVERSUBSCRIBED_MOST = 16  # ranks; more than that on a few cores would take minutes a message
QUICK, QUICK_LEAST = 5, 2.0  # a fifth of the budget, in seconds not less than this
QUICK_VALUES = 3  # of a list of sizes or ranks
QUICK_MODEL = {  # experiment of the model: one run, and of its steps and problems a fifth
    "A": ("--runs", "1", "--steps", "97"), "C": ("--runs", "1", "--steps", "2"),
    "E": ("--runs", "1", "--days", "0.4", "--problems", "T42L16")}
NEEDS = {"shmem": "OpenSHMEM"}


class ReproduceCommand(NamedTuple):
    """Words after `comops`, and the items that it fills."""

    words: tuple[str, ...]
    items: tuple[Item, ...]

    @property
    def text(self) -> str:
        return f"comops {shlex.join(self.words)}"


def paths_of(command: str) -> set[str]:
    """The paths that a command names."""
    match = re.search(r" --paths (\S+)", command)
    return set(match[1].split(",")) - {"all"} if match else set()


@dataclass(frozen=True)
class ThisMachine:
    """This machine, and what was asked for."""

    cores: int
    paths: frozenset[str]
    oversubscribe: bool = False
    quick: bool = False

    def ranks(self, item: Item) -> list[int]:
        """The numbers in print that can run here, else as many as there are cores."""
        most = max(self.cores, OVERSUBSCRIBED_MOST) if self.oversubscribe else self.cores
        fitting = [rank for rank in item.ranks if rank <= most]
        return fitting or [max(2, self.cores)]

    def absent(self, commands: Sequence[str]) -> set[str]:
        """The paths that are missing, if each of these commands names missing ones alone."""
        named = [paths_of(command) for command in commands]
        each = all(paths and not paths & self.paths for paths in named)
        return set().union(*named) if each else set()

    def lacks(self, item: Item) -> str:
        """Why nothing of an item can be measured here, or nothing."""
        if not item.here:
            return ""
        absent = {item.needs} - {""} - self.paths or self.absent(item.here)
        if absent:
            names = ", ".join(NEEDS.get(need, need) for need in sorted(absent))
            return f"needs {names} (docs/installing.md)"
        if min(self.ranks(item)) > self.cores and not self.oversubscribe:
            return f"needs {min(self.ranks(item))} cores, or --oversubscribe"
        return ""


def here(oversubscribe: bool = False, quick: bool = False) -> ThisMachine:
    """library.Refusal if the machine cannot be read."""
    paths = frozenset(entry["label"] for entry in build()["paths"]
                      if program_file(entry["program"], entry["folder"]))
    return ThisMachine(Machine.load().cores, paths, oversubscribe, quick)


# ---- which items --------------------------------------------------------------------------------


def items_of(word: str) -> list[Item]:
    """PAPER or PAPER:ITEM; UsageError with near names."""
    paper, colon, name = word.partition(":")
    if paper not in PAPERS:
        raise UsageError(no_such("paper ", paper, PAPERS))
    items = PAPERS[paper]
    if not colon:
        return list(items.values())
    named = {key: item for item in items.values() for key in (item.name, *item.also)}
    if name not in named:
        raise UsageError(no_such(f"item of {paper} ", name, named))
    return [named[name]]


# ---- their commands -----------------------------------------------------------------------------


def _with(words: list[str], name: str, value: str) -> list[str]:
    """The option replaced, or added."""
    if name not in words:
        return [*words, name, value]
    at = words.index(name) + 1
    return [*words[:at], value, *words[at + 1:]]


def _quick(words: list[str]) -> list[str]:
    """For a look: a fifth of the budget or of the model's steps, three sizes, three numbers of
    ranks, one launch or run."""
    quick = list(words)
    options = dict(zip(words[1:], words[2:]))
    if "--budget" in options:
        seconds = max(duration_parse(options["--budget"]) / QUICK, QUICK_LEAST)
        quick = _with(quick, "--budget", f"{seconds:g}s")
    if "--sizes" in options:
        sizes = picked(sizes_listed(options["--sizes"]), QUICK_VALUES)
        quick = _with(quick, "--sizes", ",".join(map(str, sizes)))
    if re.fullmatch(r"\d+(,\d+)+", options.get("--ranks", "")):
        numbers = list(map(int, options["--ranks"].split(",")))
        quick = _with(quick, "--ranks", ",".join(map(str, picked(numbers, QUICK_VALUES))))
    if words[0] == "run":
        quick = _with(quick, "--launches", "1")
    model = QUICK_MODEL.get(options.get("--experiment", ""), ())
    for name, value in zip(model[::2], model[1::2], strict=True):
        quick = _with(quick, name, value)
    return quick


def _words(command: str, ranks: Sequence[int], on: ThisMachine) -> tuple[str, ...]:
    _, *words = shlex.split(command.replace("{ranks}", ",".join(map(str, ranks))))
    if words[0] != "simulate" and max(ranks, default=0) > on.cores and on.oversubscribe:
        words.append("--oversubscribe")
    return tuple(_quick(words) if on.quick else words)


def words_of(item: Item, on: ThisMachine) -> list[tuple[str, ...]]:
    """Its commands that this machine can run, without `comops`."""
    measured = [] if on.lacks(item) else [
        _words(command, on.ranks(item), on) for command in item.here if not on.absent([command])]
    return measured + [_words(command, item.ranks, on) for command in item.simulated]


def commands_of(items: Iterable[Item], on: ThisMachine) -> list[ReproduceCommand]:
    """Each once, with all items of all papers that it fills, in the order of the items."""
    filled: dict[tuple[str, ...], list[Item]] = {}
    for paper in PAPERS.values():
        for item in paper.values():
            for words in words_of(item, on):
                filled.setdefault(words, []).append(item)
    wanted = dict.fromkeys(words for item in items for words in words_of(item, on))
    return [ReproduceCommand(words, tuple(filled[words])) for words in wanted]


# ---- the list -----------------------------------------------------------------------------------


def state(item: Item, on: ThisMachine) -> str:
    """What this machine can do of an item."""
    if not item.here and not item.simulated:
        return "printed values alone"
    simulated = "simulated" if item.simulated else ""
    if not item.here:
        return simulated
    lacks = on.lacks(item)
    fitting = [rank for rank in item.ranks if rank <= on.cores]
    if lacks:
        measured = lacks
    elif not item.ranks or fitting == list(item.ranks):
        measured = "runs here"
    elif fitting:
        measured = f"runs here with {','.join(map(str, fitting))} ranks; more: --oversubscribe"
    elif min(item.ranks) <= OVERSUBSCRIBED_MOST:
        measured = f"runs here with {on.ranks(item)[0]} ranks; {min(item.ranks)}: --oversubscribe"
    else:
        measured = f"runs here with {on.ranks(item)[0]} ranks"
    return ", ".join(filter(None, (measured, simulated)))


def printed_text(item: Item) -> str:
    """How many values the paper prints, as the view shows them."""
    count = sum(table_of(part).count(PRINT) for part in item.parts(Shelf()))
    return f"{count} values" if count > 1 else "1 value" if count else "no values"


def listed(items: Iterable[Item], on: ThisMachine, seconds: Callable[[Item, ThisMachine], float]
           ) -> list[tuple[str, ...]]:
    """A row for each item, below a head; `seconds`: what it takes."""
    head = ("item", "in print", "ranks", "time", "what, and what this machine can do")
    return [head, *((item.tag, printed_text(item),
                     "-".join(map(str, dict.fromkeys((*item.ranks[:1], *item.ranks[-1:])))),
                     duration_text(seconds(item, on)),
                     f"{'; also '.join(filter(None, (item.title, ', '.join(item.also))))}: "
                     f"{state(item, on)}") for item in items)]
