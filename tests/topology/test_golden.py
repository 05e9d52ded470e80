# SPDX-License-Identifier: BSD-3-Clause
"""Every placement on every machine, as text that shows any change. After an intended change:
    PYTHONPATH=. python tests/topology/test_golden.py
and read the difference before committing it."""

from collections.abc import Iterator

from described import GOLDEN, NAMES, machine

from comops.measure.planning.machine import Machine

NAMED = ["bus", "crossbar", "agent", "smt", "core", "l2", "l3", "numa", "package", "spread"]
PARAMETRISED = ["pu:1+0", "core:0-1", "numa:odd", "package:1.core:0:2", "core:1-.pu:0"]


def decision(loaded: Machine, name: str, ranks: int, oversubscribe: bool) -> str:
    """The number of ranks stands as N in refusals, so that requests of all sizes share them."""
    placement = loaded.placement(name, ranks, oversubscribe)
    if placement.refused:
        return f"refused: {placement.refused.replace(f' {ranks} ', ' N ', 1)}"
    return f"{' '.join(map(str, placement.pus))} ({placement.where})"


def requests(loaded: Machine) -> Iterator[tuple[str, int, bool]]:
    """Many numbers of ranks for the default policies, a few for the others."""
    cores = loaded.cores
    distances = [f"distance:{level}" for level in range(1, loaded.distances + 2)]
    for name in [*NAMED, *distances]:
        if name in ("bus", "crossbar"):
            counts = [ranks for ranks in (1, 2, 3, 4, 6, 8, 12) if ranks < cores]
            counts += [cores, cores + 1]
        else:
            counts = [2, 4] + [cores] * (cores > 2 and cores != 4)
        yield from ((name, ranks, False) for ranks in counts)
        yield name, cores + 1, True
    yield from ((name, 2, False) for name in PARAMETRISED)


def decisions() -> str:
    """Each decision once, with the requests it answers; 17+: oversubscribed."""
    lines = ["# Decisions of topology/placement; test_golden.py says how to renew this file."]
    for name in NAMES:
        texts: dict[str, list[str]] = {}
        for placement, ranks, oversubscribe in requests(machine(name)):
            asked = f"{placement} {ranks}{'+' if oversubscribe else ''}"
            texts.setdefault(decision(machine(name), placement, ranks, oversubscribe),
                             []).append(asked)
        lines += ["", name, f"  {machine(name).summary}",
                  *(f"  {', '.join(asked)}: {text}" for text, asked in texts.items())]
    return "\n".join([*lines, ""])


def test_placements_are_those_of_the_golden_file():
    assert decisions().splitlines() == GOLDEN.read_text().splitlines()


if __name__ == "__main__":
    GOLDEN.write_text(decisions())
