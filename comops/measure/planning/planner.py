# SPDX-License-Identifier: BSD-3-Clause
"""From options to the cells of a campaign and their order."""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path as File

from comops.common.catalogue import REDUCTIONS
from comops.common.console import UsageError, detail
from comops.measure.planning import names
from comops.measure.planning.machine import Machine
from comops.measure.planning.names import absences_explained
from comops.measure.planning.options import Options
from comops.measure.planning.patterns import (PATTERNS, cell_facts, own_sizes, pattern_refusal,
                                              series_values)
from comops.results.plan import Candidate, Group, Pages, Path, Pattern, Plan, bundle_of
from comops.results.topology import Placement
from comops.statistics.random import Random

# Figure 6 of the paper shows 8 to 80 bytes; its other figures go up to 800 KB.
SIZES = (8, 64, 512, 4096, 32768, 262144, 1048576, 4194304)
SIZES_QUICK = (8, 4096, 262144)
SIZES_AGAINST = (8, 512, 4096, 32768, 262144)  # more launches of fewer cells find smaller changes
SIZE_MOST = 2**31 - 1
GIBI = 2**30


def sizes_of(options: Options, pattern: Pattern, ranks: int, series: int) -> list[int]:
    """The sizes of a table in ascending order, bytes, each with its neighbours if the options say
    so."""
    if options.cells:
        return sorted({cell.bytes if pattern.unit else 0 for cell in options.cells
                       if cell.is_in(pattern.name, ranks, series)})
    if not pattern.unit:
        return [0]
    own = [] if options.sizes else own_sizes(pattern, series)
    if own and options.quick:
        own = [own[0], own[len(own) // 2], own[-1]]
    usual = SIZES_QUICK if options.quick else SIZES_AGAINST if options.against else SIZES
    wanted = options.sizes or own or usual
    by = options.perturb
    return sorted({near for size in wanted for near in (size, size - by, size + by)
                   if near == size or 0 < near <= SIZE_MOST})


def _available() -> float:
    """Bytes of memory that the kernel says are free; infinite if it does not."""
    try:
        lines = File("/proc/meminfo").read_text().splitlines()
    except OSError:
        return math.inf
    amounts = [int(line.split()[1]) * 1024.0 for line in lines if line.startswith("MemAvailable:")]
    return amounts[0] if amounts else math.inf


def _is_asked(options: Options, group: Group, candidate: Candidate) -> bool:
    """Whether --cells names it, if that names any."""
    name = f"{candidate.path.base}/{candidate.offer.protocol}"
    return options.cells is None or any(
        cell.is_in(group.pattern.name, group.ranks, group.series)
        and (cell.bytes == group.bytes or not group.pattern.unit)
        and name in (cell.implementations or [name]) for cell in options.cells)


def _same_of_both(candidate: Candidate) -> tuple[str, str]:
    """Equal for the same implementation of the new and of the old build."""
    return candidate.path.base, candidate.offer.protocol


class Planner:
    def __init__(self, options: Options, machine: Machine, paths: list[Path]) -> None:
        self.options, self.machine, self.paths = options, machine, paths
        self.plan = Plan()
        self.random = Random(options.seed)
        self.tables = 0
        self.memory = _available()

    def note(self, text: str, asked: bool = True) -> None:
        """Each once; what nobody asked for is only told with -v."""
        if not asked:
            detail("comops", text)
        elif text not in self.plan.notes:
            self.plan.notes.append(text)

    def candidates_of(self, pattern: Pattern) -> list[Candidate]:
        candidates = [Candidate(path, offer) for path in self.paths
                      if not path.missing and names.selects_path(self.options, path)
                      for offer in path.offers
                      if offer.pattern == pattern.name
                      and names.selects_protocol(self.options, path, offer.protocol)]
        if not self.options.against:
            return candidates
        both = Counter(map(_same_of_both, candidates))
        return [candidate for candidate in candidates if both[_same_of_both(candidate)] == 2]

    def refusal(self, group: Group) -> str | None:
        """Its pattern does not support this size, or memory is too small: each worker has the
        buffers, and as much for temporaries."""
        facts = cell_facts(group)
        if facts.refusal:
            return facts.refusal.decode()
        needed, there = 2 * facts.buffer_bytes * len(self.paths), self.memory
        if needed > there:
            return (f"it needs {needed / GIBI:.1f} GiB of memory, {there / GIBI:.1f} are free")
        return None

    def add_table(self, like: Group) -> None:
        """A group for each size, in random order."""
        sizes, before = (sizes_of(self.options, like.pattern, like.ranks, like.series),
                         len(self.plan.groups))
        self.random.shuffle(sizes)
        candidates = self.candidates_of(like.pattern)
        for size in sizes:
            group = replace(like, bytes=size, table=self.tables)
            group.candidates = [candidate for candidate in candidates
                                if _is_asked(self.options, group, candidate)]
            why = self.refusal(group)
            if why:
                self.note(f"{like.pattern.name} of {size} bytes is left out: {why}")
            elif group.candidates:
                self.plan.groups.append(group)
        self.tables += len(self.plan.groups) > before

    def buffers_wanted(self, buffers: str) -> bool:
        if not names.asks(self.options.buffers or [self.options.method.buffers], buffers):
            return False
        if buffers != "cold" or self.options.method.clears or self.machine.largest_cache:
            return True
        self.note("cold buffers: hwloc does not know the cache sizes of this machine")
        return False

    def pattern_wanted(self, pattern: Pattern, ranks: int) -> bool:
        if not names.selects_pattern(self.options, pattern):
            return False
        why = pattern_refusal(pattern, ranks)
        if ranks < pattern.min_ranks:
            self.note(f"{pattern.name} needs at least {pattern.min_ranks} ranks")
        elif why:
            self.note(f"{pattern.name} is left out: {why}")
        return ranks >= pattern.min_ranks and not why

    def uses_of(self, pattern: Pattern, ranks: int) -> Iterator[tuple[str, str, int, int]]:
        """Page size, consumption, series and reduction of each table."""
        options = self.options
        pages = [size for size in names.PAGE_SIZES
                 if names.asks(options.pages or names.PAGE_SIZES[:1], size)]
        uses = [use for use in names.CONSUMPTIONS
                if names.selects_consumption(options, pattern, use)]
        reductions = [index for index in range(len(REDUCTIONS))
                      if names.selects_reduction(options, pattern, index)]
        return product(pages, uses, series_values(pattern, ranks), reductions)

    def add_tables(self, placement: Placement, pages: Pages, only: tuple[str, ...] | None) -> None:
        """Everything that is measured with this placement and memory; `only` some patterns."""
        ranks = placement.ranks
        for pattern in PATTERNS.values():
            if only is not None and pattern.name not in only:
                continue
            if not self.pattern_wanted(pattern, ranks):
                continue
            for buffers in filter(self.buffers_wanted, names.BUFFERS):
                for page_size, consume, series, reduction in self.uses_of(pattern, ranks):
                    self.add_table(Group(pattern, placement, pages, ranks, 0, series, reduction,
                                         buffers, page_size, self.options.skew_us, consume))

    def placement_of(self, name: str, ranks: int, asked: bool) -> Placement | None:
        """None, with a note, if it is refused or puts the same ranks on the same cores as an
        earlier one."""
        placement = self.machine.placement(name, ranks, self.options.oversubscribe)
        if placement.refused:
            self.note(f"placement {name} for {ranks} rank{'' if ranks == 1 else 's'}: "
                      f"{placement.refused}", asked)
            return None
        for before in self.plan.placements:
            if before.pus == placement.pus:
                self.note(f"placement {name} for {ranks} ranks equals {before.name}: measured once",
                          asked)
                return None
        self.plan.placements.append(placement)
        return placement

    def add_placed(self, name: str, ranks: int, asked: bool,
                   only: tuple[str, ...] | None = None) -> None:
        placement = self.placement_of(name, ranks, asked)
        before: dict[tuple[int, ...], str] = {}
        for policy in (self.options.memory or ["local"]) if placement else ():
            pages = self.machine.pages(policy, placement)
            if pages.refused:
                self.note(f"memory {policy}: {pages.refused}")
            elif pages.nodes in before:
                self.note(f"memory {policy} equals {before[pages.nodes]} for {ranks} ranks on "
                          f"placement {name}: measured once")
            else:
                before[pages.nodes] = policy
                self.add_tables(placement, pages, only)

    def add_siblings(self) -> None:
        """For a default campaign: two siblings of a core, which share its caches and its arithmetic
        units, against two cores."""
        options, patterns = self.options, ("pingpong", "reduce")
        if options.placements or options.ranks or options.patterns:
            return
        if not self.machine.placement("smt", 2).refused:
            self.add_placed("bus", 2, False, patterns)
        self.add_placed("smt", 2, False, patterns)

    def make(self) -> Plan:
        options = self.options
        names.names_check(options, self.paths)
        self.plan.notes, nothing = absences_explained(options, self.paths)
        if nothing:
            raise UsageError(*self.plan.notes)
        for path in self.paths:
            if path.missing and names.selects_path(options, path):
                self.note(f"path {path.label}: {path.missing}")
        placements = self.machine.placement_names(options.placements)
        for ranks in options.ranks or [self.machine.ranks_default]:
            for at, placement in enumerate(placements):
                self.add_placed(placement, ranks, bool(options.placements) or at == 0)
        self.add_siblings()
        self.plan.groups = _bundled(self.plan.groups)
        return self.plan


def _bundled(groups: list[Group]) -> list[Group]:
    """Tables that differ in placement alone become adjacent, so that they are measured in the same
    launches; tables and bundles get new numbers."""
    bundles: dict[tuple, list[Group]] = {}
    for group in groups:
        bundles.setdefault(bundle_of(group), []).append(group)
    arranged, table = [], -1
    for number, bundle in enumerate(bundles.values()):
        before = None
        for group in bundle:
            table += group.table != before
            before = group.table
            arranged.append(replace(group, table=table, bundle=number))
    return arranged


def plan_make(options: Options, machine: Machine, paths: list[Path]) -> Plan:
    """Placements, pages, patterns, buffer modes and series make tables, sizes make the groups of a
    table. What this machine cannot do is left out with a note. UsageError if the options name
    something that does not exist, or nothing is left to measure."""
    return Planner(options, machine, paths).make()
