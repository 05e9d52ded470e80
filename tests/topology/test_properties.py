# SPDX-License-Identifier: BSD-3-Clause
"""Properties of every placement on many machines, checked against the machine's facts alone."""

import os
import random
from collections.abc import Iterator

import pytest
from described import NAMES, Parts, drawn_synthetic, load, machine, sketched

from comops.measure.library import names
from comops.measure.planning.machine import Machine
from comops.results.topology import Placement

SKETCHES = 60
EXAMPLES = int(os.environ.get("COMOPS_EXAMPLES", "120"))
ALL = names()["all"]


@pytest.fixture(scope="module")
def machines() -> list[tuple[Machine, Parts]]:
    """Opened once for all tests: that takes longer than most checks."""
    drawn = random.Random(1)
    opened = [machine(name) for name in NAMES]
    for number in range(SKETCHES):
        cores = [drawn.randint(1, 6) for _ in range(drawn.randint(1, 5))]
        siblings = drawn.randint(1, 2)
        pus = list(range(sum(cores) * siblings))
        opened.append(sketched(cores, siblings, drawn.sample(pus, len(pus)) if number % 2 else pus))
    return [(loaded, Parts(loaded)) for loaded in opened]


def ranks_of(cores: int) -> list[int]:
    """Many numbers of ranks, with those around the number of cores."""
    return sorted({*range(1, min(12, cores + 2)), *range(12, cores + 3, 1 + cores // 8), cores,
                   cores + 1})


def each(machines) -> Iterator[tuple[Machine, Parts, int]]:
    for loaded, parts in machines:
        for ranks in ranks_of(loaded.cores):
            yield loaded, parts, ranks


def test_every_placement_is_decided_or_refused_with_a_reason(machines):
    for loaded, parts, ranks in each(machines):
        for name in ALL:
            for oversubscribe in (False, True):
                placement = loaded.placement(name, ranks, oversubscribe)
                assert bool(placement.pus) == bool(placement.where) == (not placement.refused)
                assert (not placement.pus or name == "smt"
                        or placement.oversubscribed == (ranks > loaded.cores))
                assert placement.refused or oversubscribe or not placement.oversubscribed
                assert all(pu in parts.core_of for pu in placement.pus)


def test_ranks_sit_on_distinct_cores_unless_oversubscribed(machines):
    for loaded, parts, ranks in each(machines):
        for name in ALL:
            placement = loaded.placement(name, ranks, oversubscribe=True)
            if placement.pus and not placement.oversubscribed:
                assert parts.distinct(placement, by_core=name != "smt")
            elif placement.pus and ranks <= loaded.pus and name == "bus":
                assert parts.distinct(placement, by_core=False)


def part_size(parts: Parts, least: int, within: tuple[int, ...] = ()) -> int:
    """The fewest cores of any listed part that holds them; 0 if no part does. The only NUMA node
    of a machine with several packages is no part of it. Groups and dies are not listed."""
    sizes = []
    for kind in ("caches", "numa_nodes", "packages"):
        for part in parts.facts[kind]:
            cores = parts.cores_in(part["pus"])
            only_node = kind == "numa_nodes" and cores == parts.facts["usable_cores"] and parts.kind
            if cores >= least and not only_node and set(within) <= set(part["pus"]):
                sizes.append(cores)
    return min(sizes, default=0)


def test_bus_stays_within_the_smallest_sufficient_part(machines):
    for loaded, parts, ranks in each(machines):
        placement = loaded.placement("bus", ranks)
        best = part_size(parts, ranks)
        if ranks == 1:
            assert not placement.refused
        elif placement.pus and best:
            assert part_size(parts, ranks, placement.pus) <= best
        elif ranks <= loaded.cores and parts.kind:
            assert placement.refused and not best


def cores_suffice(parts: Parts, ranks: int, ring: bool) -> bool:
    """Whether neighbouring ranks can be in different domains: no domain may have more than half of
    the ranks, rounded down in a ring and up otherwise."""
    most = ranks // 2 if ring else (ranks + 1) // 2
    domains = parts.domains(parts.kind) if parts.kind else {}
    return sum(min(cores, most) for cores in domains.values()) >= ranks


def test_crossbar_neighbours_are_in_different_domains_where_possible(machines):
    for loaded, parts, ranks in each(machines):
        placement = loaded.placement("crossbar", ranks, oversubscribe=True)
        assert all(map(parts.apart, placement.pus, placement.pus[1:]))
        if ranks > loaded.cores:
            assert bool(placement.pus) == bool(parts.kind)
        else:
            assert bool(placement.pus) == (ranks > 1 and cores_suffice(parts, ranks, ring=False))


def test_crossbar_closes_the_ring_where_possible(machines):
    for loaded, parts, ranks in each(machines):
        placement = loaded.placement("crossbar", ranks)
        if placement.pus and ranks > 2 and cores_suffice(parts, ranks, ring=True):
            assert parts.apart(placement.pus[0], placement.pus[-1])


# ---- random levels ----------------------------------------------------------------------------


def names_of(loaded: Machine) -> list[str]:
    """Every placement, one distance too many, a location and a list."""
    distances = [f"distance:{level}" for level in range(1, loaded.distances + 2)]
    return [*ALL, *distances, "core:odd.pu:0", "pu:1+0"]


def check_decided(placement: Placement, parts: Parts, oversubscribe: bool) -> None:
    assert bool(placement.pus) == bool(placement.where) == (not placement.refused)
    if placement.pus:
        asks_for_siblings = placement.name == "smt" or ":" in placement.name
        assert oversubscribe or not placement.oversubscribed
        assert parts.distinct(placement, not asks_for_siblings) == (not placement.oversubscribed)


def check_part(placement: Placement, parts: Parts) -> None:
    """Hardware threads of a kind of part share one."""
    kinds = {"l2": "caches", "l3": "caches", "numa": "numa_nodes", "package": "packages"}
    kind = kinds.get(placement.name)
    if kind and placement.pus:
        assert any(set(placement.pus) <= set(part["pus"]) for part in parts.facts[kind]
                   if kind != "caches" or part["type"] == placement.name.upper())


def check_domains(placement: Placement, parts: Parts) -> None:
    """With several domains: which ranks must share one, and which must not."""
    if placement.name not in ("bus", "crossbar", "agent") or not parts.kind:
        return
    largest = max(parts.domains(parts.kind).values())
    apart = [*map(parts.apart, placement.pus, placement.pus[1:])]
    if placement.name == "bus" and placement.ranks <= largest:
        assert placement.pus and not any(apart)
    elif placement.name == "crossbar":
        assert all(apart) and (placement.pus or placement.ranks != 2)
    elif placement.name == "agent":
        assert apart == [rank % 2 == 0 for rank in range(1, len(placement.pus))]
        assert placement.pus or placement.ranks != 4 or largest == 1  # all are equal


def check_siblings(placement: Placement, parts: Parts) -> None:
    if placement.name != "smt" or not placement.pus:
        return
    places = [parts.core_of[pu] for pu in placement.pus]
    assert places[0][1] == 0
    for last, (core, sibling) in zip(places, places[1:]) if not placement.oversubscribed else ():
        assert core == (last[0] if sibling else last[0] + 1)


def test_named_placements_have_their_properties_on_many_machines():
    drawn = random.Random(7)
    for _ in range(EXAMPLES):
        levels, _ = drawn_synthetic(drawn)
        loaded = load(levels)
        parts = Parts(loaded)
        for name in names_of(loaded):
            for ranks in (1, 2, 3, 4, loaded.cores, loaded.cores + 1):
                for oversubscribe in [False, True][: 1 + (ranks >= loaded.cores)]:
                    placement = loaded.placement(name, ranks, oversubscribe)
                    check_decided(placement, parts, oversubscribe)
                    check_part(placement, parts)
                    check_siblings(placement, parts)
                    if ranks <= loaded.cores:
                        check_domains(placement, parts)


# ---- the numbering of hardware threads --------------------------------------------------------


def compare(loaded: Machine, other: Machine, placements: list[str], ranks_most: int) -> None:
    """The ranks are on the same cores and siblings, whatever their numbers."""
    parts, other_parts = Parts(loaded), Parts(other)
    assert loaded.cores == other.cores
    for name in placements:
        for ranks in range(1, ranks_most + 1):
            placed, moved = (each.placement(name, ranks, oversubscribe=True)
                             for each in (loaded, other))
            assert parts.places(placed) == other_parts.places(moved)
            if name in names()["default"]:
                assert placed.where == moved.where


@pytest.mark.parametrize(("levels", "numbers"), [
    ("pack:2 [numa] l2:2 core:2 pu:2", "2*8:1*2"),
    ("pack:2 [numa] l2:2 core:2 pu:2", "pack:pu:core"),
    ("pack:2 [numa] core:2 pu:1", "3,1,2,0")])
def test_placements_do_not_depend_on_the_numbering_of_synthetic_machines(levels, numbers):
    loaded = machine(levels)
    compare(loaded, machine(f"{levels}(indexes={numbers})"), names()["default"], loaded.cores + 2)


def test_placements_do_not_depend_on_the_numbering_of_shuffled_machines():
    """hwloc orders siblings, cores and packages by their lowest OS index, so a shuffle moves whole
    objects; machines with equal domains look the same afterwards."""
    drawn = random.Random(2)
    for _ in range(SKETCHES):
        cores, siblings = [drawn.randint(1, 6)] * drawn.randint(1, 5), drawn.randint(1, 2)
        pus = list(range(sum(cores) * siblings))
        compare(sketched(cores, siblings), sketched(cores, siblings, drawn.sample(pus, len(pus))),
                names()["default"], sum(cores) + 2)


def test_named_placements_do_not_depend_on_how_hardware_threads_are_numbered():
    drawn = random.Random(8)
    for _ in range(EXAMPLES // 5):
        levels, threads = drawn_synthetic(drawn)
        numbers = ",".join(map(str, drawn.sample(range(threads), threads)))
        loaded = load(levels)
        named = names_of(loaded)[:-1]  # pu: counts as the operating system does
        compare(loaded, load(f"{levels}(indexes={numbers})"), named, 4)
