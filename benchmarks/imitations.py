# SPDX-License-Identifier: BSD-3-Clause
"""Whether `--method imb` finds what the programs find that it imitates.

Usage: imitations.py COMOPS [--turns N] [--osu DIR] [--peers DIR]

COMOPS lies in a build folder or a prefix; its MPI library must have MPICH's ABI. In N turns
(default 10): ping-pong and broadcast at 8, 4K, 64K and 1M bytes in a campaign with `--method imb`
and by IMB-MPI1 as it runs by default; with --osu also by osu_latency and osu_bcast of DIR. Both
sides have a malloc that keeps its memory. Prints their ratios with 95 % intervals. Exit status 1 if
one is shown to differ. Ten turns take five to 15 minutes on two idle cores, with --osu ten to 30.
"""

import argparse
import sys
from functools import partial
from pathlib import Path

from tables import comops_given

from comops.results.findings import EQUIVALENT, UNDECIDED

SIZES, PLACEMENT = [8, 4096, 65536, 1 << 20], "bus"
PROTOCOLS = {"pingpong": "sendrecv", "broadcast": "library"}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("comops", type=Path)
    parser.add_argument("--turns", type=int, default=10)
    parser.add_argument("--osu", type=Path)
    parser.add_argument("--peers", type=Path)
    options = parser.parse_args()
    comops = comops_given(options.comops, 2, PLACEMENT, list(PROTOCOLS))
    from comops_peers import imb, osu
    from comops_peers.obtain import PEERS, default_folder
    from comops_peers.programs import KEEP_MEMORY, pus_of, ranks_output, valid_cells
    from comops_peers.tables import section_text
    from comops_peers.turns import PeerComparison, turns_take

    mpi = comops.mpi_prefix()
    prefix = PEERS["imb"].obtain(options.peers or default_folder(), PEERS["imb"].version)
    pus = []

    def ours(pattern: str) -> dict[int, float]:
        """Microseconds by size."""
        results = comops.run(
            "--patterns", pattern, "--paths", "mpi", "--protocols", PROTOCOLS[pattern], "--sizes",
            ",".join(map(str, SIZES)), "--method", "imb", env=KEEP_MEMORY)
        pus[:] = pus_of(results)
        return {key.bytes: cell.time_us for key, cell in valid_cells(results).items()}

    def of_imb(pattern: str) -> dict[int, float]:
        times = imb.times_read(ranks_output(mpi, pus, prefix / "bin/IMB-MPI1", imb.NAMES[pattern]))
        return {size: times[size] for size in SIZES}

    def of_osu(program: Path, pattern: str) -> dict[int, float]:
        kind = osu.PROGRAMS[pattern][1]
        times = osu.table_read(ranks_output(mpi, pus, program, *kind.words), kind.column)
        return {size: times[size] for size in SIZES}

    def compared(section: partial, theirs: dict) -> bool:
        """By our pattern what measures theirs: prints how ours compare; whether none differs."""
        compared = [PeerComparison(pattern, partial(ours, pattern), measure)
                    for pattern, measure in theirs.items()]
        turns_take(compared, options.turns)
        made = section(compared)
        notes = (note for peer in compared for note in peer.notes())
        print(section_text(made, markdown=True), *notes, sep="\n", flush=True)
        return all(row[-1] in (EQUIVALENT, UNDECIDED) for row in made.rows)

    good = compared(imb.section, {pattern: partial(of_imb, pattern) for pattern in PROTOCOLS})
    if options.osu:
        programs = osu.programs_in(options.osu)
        good &= compared(osu.section, {pattern: partial(of_osu, programs[pattern], pattern)
                                       for pattern in PROTOCOLS})
    sys.exit(not good)


main()
