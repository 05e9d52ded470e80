# SPDX-License-Identifier: BSD-3-Clause
"""Where shared memory wins on simulated machines, as tables in Markdown: simulated_sweep.py FILE.

Of a results file of several machines, threads against MPI's library and sends (ch3:nemesis): how
many times as long MPI takes as barrier and as direct, above 1 threads are faster.

    comops simulate --platform all --ranks 4,16,all --protocols barrier,direct,library,sendrecv \\
        --sizes 8,64K,1M -o sweep.jsonl && \\
        python extensions/simulate/benchmarks/simulated_sweep.py sweep.jsonl
"""

import sys
from collections import defaultdict
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "benchmarks"))

from tables import cells_of, head, most_ranks, row  # noqa: E402

from comops.common.sizes import size_unit  # noqa: E402

OURS = ("barrier", "direct")
MPI = ("library", "sendrecv")

Place = tuple[str, str, int, int]  # machine, pattern, bytes, ranks


def size_text(size: int) -> str:
    unit, letter = size_unit(size)
    return f"{size // unit} {letter}{'iB' if letter else 'B'}"


def factor_text(factor: float) -> str:
    """Two digits; bold where threads are more than 5 % faster."""
    text = f"{factor:.0f}" if factor >= 10 else f"{factor:.2g}"
    return f"**{text}**" if factor > 1.05 else text


def factors_of(cells: list[dict]) -> dict[str, dict[Place, float]]:
    """The fastest time of MPI over ours, by our protocol and place."""
    times: dict[Place, dict[str, float]] = defaultdict(dict)
    for cell in cells:
        place = cell["placement"], cell["pattern"], cell["bytes"], cell["ranks"]
        if cell["protocol"] in {"threads": OURS, "mpi": MPI}.get(cell["path"], ()):
            times[place][cell["protocol"]] = cell["time_us"]
    factors: dict[str, dict[Place, float]] = {name: {} for name in OURS}
    for place, found in times.items():
        theirs = [found[name] for name in MPI if name in found]
        for name in OURS:
            if name in found and theirs:
                factors[name][place] = min(theirs) / found[name]
    return factors


def summary(factors: dict[str, dict[Place, float]], cores: dict[str, int]) -> None:
    """Prints the median over the machines. Each operation, protocol and size has one entry with all
    numbers of ranks; the last number is all cores."""
    numbers = sorted({place[3] for factor in factors.values() for place in factor
                      if place[3] != cores[place[0]]})
    sizes = sorted({place[2] for factor in factors.values() for place in factor})
    patterns = list(dict.fromkeys(place[1] for place in factors[OURS[0]]))

    def entry(places: dict[Place, float], pattern: str, size: int) -> str:
        medians = (median(places[found] for machine, most in cores.items()
                          if (found := (machine, pattern, size, number or most)) in places)
                   for number in (*numbers, None))
        return " / ".join(f"{one:.0f}" if one >= 10 else f"{one:.2g}" for one in medians)

    print(head(" / ".join([*(f"{number} ranks" for number in numbers), "all cores"]),
               *(f"`{name}`, {size_text(size)}" for name in OURS for size in sizes)))
    for pattern in patterns:
        print(row(pattern, *(entry(factors[name], pattern, size)
                             for name in OURS for size in sizes)))
    print()


def by_machine(factors: dict[Place, float], cores: dict[str, int]) -> None:
    """Prints the factors with all cores: a row for each machine, a column for each operation."""
    patterns = list(dict.fromkeys(place[1] for place in factors))
    sizes = sorted({place[2] for place in factors})
    print(head("machine", "cores", *patterns))
    for machine, most in cores.items():
        entries = (" · ".join(
            factor_text(factors[place]) if (place := (machine, pattern, size, most)) in factors
            else "-" for size in sizes) for pattern in patterns)
        print(row(machine, most, *entries))
    print(f"\nEach entry: {' · '.join(map(size_text, sizes))}.\n")


def by_ranks(factors: dict[Place, float], cores: dict[str, int]) -> None:
    """Prints the median over the machines, and on how many threads are faster."""
    ranks = sorted({place[3] for place in factors if place[3] != cores[place[0]]})
    ranks = [number for number in ranks if number & (number - 1) == 0]
    print(head("operation", "size", *(f"{number} ranks" for number in ranks), "all cores"))
    for pattern, size in dict.fromkeys((place[1], place[2]) for place in factors):
        def entry(chosen: dict[str, int], pattern: str = pattern, size: int = size) -> str:
            found = [factors[place] for machine, number in chosen.items()
                     if (place := (machine, pattern, size, number)) in factors]
            wins = sum(factor > 1.05 for factor in found)
            return f"{factor_text(median(found))} ({wins} of {len(found)})" if found else "-"

        print(row(pattern, size_text(size),
                  *(entry({core: number for core in cores if cores[core] >= number})
                    for number in ranks), entry(cores)))
    print()


def main() -> None:
    cells = cells_of(sys.argv[1])
    cores = most_ranks(cells)
    every = factors_of(cells)
    print("## Median of the machines\n")
    summary(every, cores)
    for name, factors in every.items():
        print(f"## {name}, by the number of ranks\n")
        by_ranks(factors, cores)
        print(f"## {name}, with all cores\n")
        by_machine(factors, cores)


main()
