# SPDX-License-Identifier: BSD-3-Clause
"""The items of the Texas Tech thesis. Its text cites figures 4.1, 5.1, 5.15 and 5.16 by number, and
5.12 where it means 5.6; the others are numbered by the order of the text."""

from functools import partial

from comops_papers.claims.evidence import Side
from comops_papers.items.drawings import drawings
from comops_papers.items.items import (NONE, ONE_EACH, Item, ItemRow, Part, Runs, Table, Value,
                                       printed)
from comops_papers.items.thesis_views import (COLLECTIVE, GET2, MACHINES, MPI, MPI2, OVER_RANKS,
                                              PLATFORMS, SHMEM, SHMEM_GET, SHMEM_PUT, SIZES,
                                              cells_on, compared, figure_17, figure_2, flushed,
                                              hops, latencies, lines, mpbench, rate, rates, table_1,
                                              table_4, table_5)
from comops_papers.published_values import rows

PROCESSES = 16  # of MPBench's collective operations
RANKS = (2, 4, 8, 16, 24)
POWERS = "4,64,1K,4K,16K,64K,256K,1M,4M"  # few, for ranks that share cores
LISTED = ",".join(map(str, SIZES))
THESIS = "comops run --method thesis --paths {} --patterns {} --protocols {} --ranks {} --sizes {}"
PINGPONG = tuple(f"{THESIS.format(path, pattern, protocols, 2, LISTED)} --budget 40s"
                 for path, pattern, protocols in (("mpi", "pingpong", "sendrecv,put"),
                                                  ("shmem", "pingpong_printed", "put")))
FLUSHED = (THESIS.format("mpi", "pingpong", "sendrecv", 2, LISTED)
           + " --buffers reuse,cold --budget 30s")
LOOPS = ("comops run --method comops --paths mpi --patterns {} --protocols {} --ranks {} --sizes {}"
         " --launches 1 --budget 30s")
ON = "comops simulate --paths mpi --consume no --platform"
EVERY = ",".join(PLATFORMS[machine] for machine in MACHINES)
SIMULATE = f"{ON} {EVERY} --patterns {{}} --protocols {{}} --ranks {{}}"
SIMULATED_PINGPONG = SIMULATE.format("pingpong", "sendrecv,put", 2) + f" --sizes {LISTED}"
BOTH_WAYS = "pingping", "sendrecv", 2, "4:8M"
BROADCAST = "broadcast", "library", "{ranks}", POWERS
# NetPIPE also takes sizes a little smaller and larger.
NET = "pingpong", "irecv,sendrecv", 2, ",".join(
    str(4 * 4**power + more) for power in range(11) for more in (-3, 0, 3))


def loops(pattern: str, protocols: str, ranks: object, sizes: str, further: str = ""
          ) -> tuple[str, str]:
    """Measured and simulated."""
    words = pattern, protocols, ranks
    return (f"{LOOPS.format(*words, sizes)}{further}",
            f"{SIMULATE.format(*words)} --sizes {sizes}{further}")


FITTED = "The three machines are simulated with parameters fitted to table 5.1."
OURS = "Printed lines are not all least squares, ours are."
MANY = "As many of the 10000 runs as fit the time."
PUTS = ("MPI-2 here has a fence before the first message and after each, printed is one for two "
        f"messages; SHMEM's flags only grow, and the whole message precedes them. {MANY}")
NOTICE = f"SHMEM's ranks first say that their buffers are free. {PUTS}"
SHIFTS = "All shift to the right; MPI's listing shifts to the left."
BLOCKS = "A place for each block, printed is one buffer; MPI-2's gets end in one fence."
LOOP = "The median of loops of about 10 ms, from a common start."


# ---- running text -------------------------------------------------------------------------------


def said(name: str, runs: Runs, machine: str, limit: float) -> Value:
    """What one of its sentences counts, here or on a machine; `limit` of its link, MB/s."""
    if name == "tree_steps":
        cells = [cells_on(runs, machine, pattern, code, ranks=ranks, bytes=16384).get(16384)
                 for pattern, code, ranks in (("broadcast", COLLECTIVE, PROCESSES),
                                              ("pingpong", MPI, 2))]
        return Value(cells[0].time_us / cells[1].time_us) if all(cells) else NONE
    pattern = "pingping" if name.startswith("bidirectional") else "pingpong"
    best = max(cells_on(runs, machine, pattern, MPI).values(), key=rate, default=None)
    if not best or name.endswith("drop_above") or (name.startswith("fraction") and not machine):
        return NONE
    if name.endswith("peak_position"):
        return Value(best.key.bytes / 1024)
    return Value(100 * rate(best) / limit if name.startswith("fraction") else rate(best))


SAID = {
    "peak_bandwidth": "peak rate of MPI's ping-pong",
    "peak_bandwidth_theoretical": "rate of the link",
    "bandwidth min": "rate of TCP, least", "bandwidth max": "rate of TCP, most",
    "fraction_of_theoretical": "peak rate as a part of the link's",
    "peak_position": "size of the peak, one node",
    "bidirectional peak_position": "size of the peak, both ways",
    "bidirectional bandwidth_drop_above": "both ways, the rate falls above",
    "tree_steps": "messages of 16 KiB that a broadcast takes",
}


def text(runs: Runs) -> list[Part]:
    prints = rows("prose-values", source="thesis")
    limit = float(next(row["value"] for row in prints if row["metric"].endswith("theoretical")))
    listed = []
    for row in prints:
        both = row["pattern"] == "bidirectional"
        name = f"{'bidirectional ' * both}{row['metric']}"
        known = not name.endswith(("bandwidth_theoretical", "min", "max"))
        machine = "Pleione" if both else "Weland"
        one_node = row["pattern"].endswith("same-node")
        listed.append(ItemRow((SAID[name], row["unit"]), (
            printed(row), said(name, runs, machine, limit) if known and not one_node else NONE,
            said(name, runs, "", limit) if known else NONE)))
    return [Table("numbers in running text", ("number", "unit"), ONE_EACH, listed)]


# ---- the items ----------------------------------------------------------------------------------


def of_pingpong(name: str, what: str, view: object, differs: str, *reference: str) -> Item:
    return Item("thesis", name, what, view, (2,), PINGPONG, (SIMULATED_PINGPONG,),
                f"{differs} {FITTED}", reference=reference)


def fits(number: str, what: str, differs: str = "") -> Item:
    return of_pingpong(f"table-{number}", what, partial(lines, number), f"{OURS} {differs}".strip(),
                       f"thesis-table{number}")


def over_ranks(number: int, what: str, title: str, over: str, codes: dict[Side, str],
               ranks: tuple[int, ...], differs: str) -> Item:
    """Codes with their patterns: of MPI on three machines, or of several libraries on Pleione."""
    several = len(codes) > 1
    machines = MACHINES[:1] if several else MACHINES
    words = [(code.path, *code.protocols, pattern) for code, pattern in codes.items()]
    sizes = ",".join(map(str, OVER_RANKS))
    return Item(
        "thesis", f"figure-5.{number}", f"{what}, {'libraries' if several else 'machines'}",
        partial(compared, title, over, codes, machines), ranks,
        tuple(f"{THESIS.format(path, pattern, name, '{ranks}', sizes)} --budget 40s"
              for path, name, pattern in words),
        tuple(f"{ON} {EVERY if name == 'sendrecv' else PLATFORMS[machines[0]]} --patterns "
              f"{pattern} --protocols {name} --ranks {{ranks}} --sizes {sizes}"
              for path, name, pattern in words if path == "mpi"), differs)


def over_processes(number: int, pattern: str, what: str, several: bool, differs: str) -> Item:
    others = dict.fromkeys((GET2, SHMEM_GET) if several else (), f"{pattern}_printed")
    return over_ranks(number, f"{what} over processes", f"time of the {what}", "ranks",
                      {MPI: pattern} | others, RANKS, differs)


def distances(number: int, codes: tuple[Side, ...], differs: str) -> Item:
    return over_ranks(number, "ping-pong with each rank", "time of the ping-pong of rank 0",
                      "partner", dict.fromkeys(codes, "distant"), (8, 24), differs)


def of_mpbench(number: int, what: str, words: tuple, code: object, factor: float, differs: str = "",
               further: str = "") -> Item:
    pattern, _, ranks, _ = words
    here, simulated = loops(*words, further)
    count = 2 if ranks == 2 else PROCESSES
    return Item("thesis", f"figure-5.{number}", f"MPBench: {what}",
                partial(mpbench, pattern, code, count, factor), (count,), (here,), (simulated,),
                f"{LOOP} {differs}".strip())


INT_SUM = " --op sum --datatype int32"
ITEMS = (
    Item("thesis", "figure-2.1", "the Origin 2000, drawn", partial(drawings, {
        "pleione": "Pleione, Origin 2000"}), simulated=(SIMULATED_PINGPONG,)),
    Item("thesis", "figure-4.1", "rate of MPI's ping-pong with and without flushes", flushed, (2,),
         (FLUSHED,), differs="Today's caches may keep what 8,000,000 cleared bytes evicted. "
         f"{MANY}"),
    Item("thesis", "figure-4.2", "latency graph, the single readings of a ping-pong", latencies,
         (2,), (f"{THESIS.format('mpi', 'pingpong', 'sendrecv', 2, 8)} --budget 10s",),
         differs=f"The size of its message is not at hand; here 8 bytes. {MANY}"),
    of_pingpong("table-5.1", "ping-pong times", table_1, PUTS, "thesis-table5.1"),
    fits("5.2", "the fitted lines", PUTS),
    fits("5.3", "latency, bandwidth and n½ of MPI"),
    of_pingpong("table-5.4", "measured and computed rates of MPI", table_4,
                OURS, "thesis-table5.4"),
    of_pingpong("table-5.5", "ping-pong of MPI on one node and two", table_5,
                "Here one node, simulated two.", "thesis-table5.5"),
    fits("5.6", "latency, bandwidth and n½ on Pleione", PUTS),
    of_pingpong("figure-5.1", "rate of MPI's ping-pong, three machines",
                partial(rates, "rate of MPI's ping-pong", (MPI,), MACHINES), MANY,
                "thesis-table5.1"),
    of_pingpong("figure-5.2", "rate of MPI's ping-pong on one node and two", figure_2,
                "Here one node, simulated two.", "thesis-table5.5"),
    of_pingpong("figure-5.3", "rate of the ping-pong on Pleione, three libraries",
                partial(rates, "rate of the ping-pong on Pleione", (SHMEM, MPI2, MPI),
                        MACHINES[:1]), PUTS, "thesis-table5.1"),
    distances(4, (MPI,), ""),
    distances(5, (MPI, MPI2, SHMEM_PUT), NOTICE),
    over_processes(6, "naive_broadcast", "naive broadcast", False, ""),
    over_processes(7, "naive_broadcast", "naive broadcast", True,
                   "MPI-2's gets end in one fence, printed is none."),
    *(over_processes(8 + several, "shift", "circular shift", several, SHIFTS)
      for several in (False, True)),
    *(over_processes(10 + several, "alltoall", "all-to-all", several, BLOCKS)
      for several in (False, True)),
    of_mpbench(12, "messages in both directions", BOTH_WAYS, MPI, 2),
    of_mpbench(13, "MPI_Bcast", BROADCAST, COLLECTIVE, 1),
    of_mpbench(14, "MPI_Reduce, sums of int", ("reduce", "library", "{ranks}", POWERS), COLLECTIVE,
               1, further=INT_SUM),
    of_mpbench(15, "MPI_Alltoall over its total size",
               ("alltoall", "library", "{ranks}", "4,64,256,1K,4K,16K,64K,256K"), COLLECTIVE, 0,
               "A block of ours is the total divided by the number of ranks."),
    of_mpbench(16, "MPI_Allreduce, sums of int", ("allreduce", "library", "{ranks}", POWERS),
               COLLECTIVE, 1, further=INT_SUM),
    Item("thesis", "figure-5.17", "NetPIPE and the ping-pong", figure_17, (2,),
         *((loop,) for loop in loops(*NET)),
         f"{LOOP} NetPIPE takes the fastest of its loops."),
    Item("thesis", "section-3.3", "latency by partner, the term that the thesis drops", hops,
         (8, 24), (THESIS.format("mpi", "distant", "sendrecv", "{ranks}", "8,1000,10000,100000")
                   + " --budget 30s",),
         (SIMULATE.format("distant", "sendrecv", "{ranks}") + " --sizes 8,1000,10000,100000",)),
    Item("thesis", "prose", "numbers in running text", text, (PROCESSES,),
         *zip(*(loops(*words) for words in (BOTH_WAYS, BROADCAST, NET)), strict=True),
         f"{LOOP} TCP alone is not measured.", reference=("prose-values",)),
)
