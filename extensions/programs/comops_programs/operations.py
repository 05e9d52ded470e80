# SPDX-License-Identifier: BSD-3-Clause
"""From the calls of a profile to the operations that patterns stand for.

Collectives are what they are called. Of messages between two ranks, those with a nonblocking part
are exchanges: each rank sends and receives at the same time, with one neighbour (shift) or, where a
rank completes several at once, with as many (halo). Messages of MPI_Send and MPI_Recv alone keep
both ranks as long as a ping-pong takes one way.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import log2
from types import MappingProxyType

from comops_programs.profile import Profile, ProfiledCall, plain_call
from comops_programs.program import ProgramOperation, Uncounted

COLLECTIVES = {
    "allreduce": "allreduce", "bcast": "broadcast", "reduce": "reduce", "barrier": "barrier",
    "alltoall": "alltoall", "alltoallv": "alltoall", "alltoallw": "alltoall",
    "allgather": "allgather", "allgatherv": "allgather", "gather": "gather", "gatherv": "gather",
    "scatter": "scatter", "scatterv": "scatter", "reduce_scatter": "reduce_scatter",
    "reduce_scatter_block": "reduce_scatter", "neighbor_alltoall": "halo",
    "neighbor_alltoallv": "halo", "neighbor_alltoallw": "halo", "neighbor_allgather": "halo",
    "neighbor_allgatherv": "halo", "win_fence": "barrier", "fetch_and_op": "counter",
    "compare_and_swap": "counter"}
ONE_SIDED = {"put": "put", "rput": "put", "get": "get", "rget": "get"}
KINDS = {word: kind for kind, words in {
    "collective": COLLECTIVES, "started": [f"i{word}" for word in COLLECTIVES],
    "one-sided": ONE_SIDED, "send": ("send", "ssend", "bsend", "rsend"),
    "receive": ("recv", "mrecv"), "isend": ("isend", "issend", "ibsend", "irsend"),
    "ireceive": ("irecv", "imrecv"), "both": ("sendrecv", "sendrecv_replace"),
    "epoch": [f"win_{word}" for word in (
        "lock", "lock_all", "unlock", "unlock_all", "flush", "flush_all", "flush_local",
        "flush_local_all", "start", "post", "complete", "wait", "test", "sync")],
    "probe": ("probe", "iprobe", "mprobe", "improbe"),
    "persistent": ("start", "startall"),
    "wait": ("wait", "waitall", "waitany", "waitsome", "test", "testall", "testany", "testsome"),
}.items() for word in words}
PERSISTENT = {"sends": ("send_init", "ssend_init", "bsend_init", "rsend_init"),
              "receives": ("recv_init",)}
OUTSIDE = "init", "init_thread", "finalize"  # of the time in MPI that a profile has

LATENCY_US, BYTES_PER_US = 0.5, 4000.0  # only to see what is worth measuring
BLOCKS = "alltoall", "allgather", "gather", "scatter", "reduce_scatter"
FACES_MOST = 6  # in three dimensions
AROUND_MOST = 32  # with more, MPI_Waitall is for something else


def expected_us(pattern: str, series: int, bytes_: float, ranks: int) -> float:
    """Roughly, of one operation."""
    messages = ranks - 1 if pattern in BLOCKS else 2 * series if pattern.startswith("halo") else 1
    return LATENCY_US * max(log2(ranks), 1) + messages * bytes_ / BYTES_PER_US


@dataclass
class Counted:
    """Operations of all ranks together, and the seconds in their calls."""

    row: ProfiledCall
    pattern: str
    protocol: str
    calls: float
    seconds: float = 0.0
    series: int = 0

    @property
    def expected(self) -> float:
        """Microseconds."""
        return self.calls * expected_us(self.pattern, self.series, self.row.bytes, self.row.ranks)

    def operation(self, ranks: int) -> ProgramOperation:
        """For the mean rank."""
        return ProgramOperation(
            pattern=self.pattern, protocol=self.protocol, series=self.series,
            bytes=round(self.row.bytes), ranks=self.row.ranks, times=self.calls / ranks,
            seconds=self.seconds / ranks, call=self.row.call, measured=False)


def word_of(call: str) -> str:
    """allreduce of MPI_Allreduce."""
    return call.removeprefix("MPI_").lower()


def kind_of(row: ProfiledCall) -> str:
    """What the call does; "" if no pattern stands for it, as for one of a rank with itself."""
    alone = row.distance == "self" or row.ranks == 1
    return "" if alone else KINDS.get(word_of(row.call), "")


class Calls:
    """The calls of a profile by what they do, and the operations that these are."""

    def __init__(self, profile: Profile, partners: Mapping[str, int]) -> None:
        self.partners = partners
        self.rows: dict[str, list[ProfiledCall]] = defaultdict(list)
        others = [plain_call(other.call, other.calls, other.seconds) for other in profile.other]
        here = len(profile.ranks)  # others are on other nodes
        for row in [*profile.calls, *others]:
            row = replace(row, ranks=min(row.ranks or here, here))
            self.rows[kind_of(row)].append(row)
        self.shares = self.exchanged("send", "ireceive", "isend"), self.exchanged(
            "receive", "isend", "ireceive")
        self.started = [collective_of(row) for row in self.rows["started"]]
        self.one_sided = [Counted(row, ONE_SIDED[word_of(row.call)], "flush", row.calls,
                                  row.seconds) for row in self.rows["one-sided"]]
        sent, _ = self.shares
        around = self.neighbours()
        self.exchanges = [exchange_of(row, share * row.calls, around) for kind, share in (
            ("isend", 1.0), ("send", sent)) for row in self.rows[kind] if share > 0]
        self.exchanges += [self.persistent_of(row, here) for row in self.rows["persistent"]]
        self.one_way = [self.message_of(row, 1 - sent) for row in self.rows["send"] if sent < 1]
        self.lost = [*self.rows[""], *self.share_out()]

    def count(self, kind: str) -> int:
        return sum(row.calls for row in self.rows[kind])

    def exchanged(self, kind: str, other: str, own: str) -> float:
        """The part of the blocking sends or receives whose other end is nonblocking."""
        count = self.count(kind)
        return min(max(self.count(other) - self.count(own), 0) / count, 1.0) if count else 0.0

    def neighbours(self) -> int:
        """With how many a rank exchanges messages at once, if it waits for all with one call."""
        waits = sum(row.calls for row in self.rows["wait"] if word_of(row.call) == "waitall")
        around = round((self.count("isend") + self.count("ireceive")) / 2 / waits) if waits else 1
        both = self.count("ireceive") > self.count("isend") / 2 and around <= AROUND_MOST
        return min(max(around, 1), FACES_MOST) if both else 1

    def message_of(self, row: ProfiledCall, share: float) -> Counted:
        """In both ranks, between rank 0 and the first at this distance."""
        partner = self.partners.get(row.distance or "", 1)
        pattern, series = ("pingpong", 0) if partner == 1 else ("distant", partner)
        return Counted(row, pattern, "sendrecv", 2 * share * row.calls, series=series)

    def persistent_of(self, row: ProfiledCall, ranks: int) -> Counted:
        """A call starts one request, or all that its rank has."""
        made = {word: sum(lost.calls for lost in self.rows[""] if word_of(lost.call) in words)
                for word, words in PERSISTENT.items()}
        if word_of(row.call) == "start":
            part = made["sends"] / (sum(made.values()) or 1)
            return exchange_of(row, part * row.calls or row.calls, 1)
        around = min(max(round(made["sends"] / ranks), 1), FACES_MOST)
        return exchange_of(row, around * row.calls, around, "persistent")

    def pools(self) -> Iterator[tuple[str, float, list[Counted]]]:
        """A share of what calls of a kind took, and the operations that it is a part of."""
        sent, received = self.shares
        yield "wait", 1.0, self.started + self.exchanges
        yield "epoch", 1.0, self.one_sided
        yield "persistent", 1.0, self.exchanges
        yield "isend", 1.0, self.exchanges
        yield "ireceive", 1.0, self.exchanges
        yield "send", sent, self.exchanges
        yield "send", 1 - sent, self.one_way
        yield "receive", received, self.exchanges
        yield "receive", 1 - received, self.one_way or self.exchanges
        yield "probe", 1.0, self.one_way or self.exchanges

    def share_out(self) -> Iterator[ProfiledCall]:
        """Gives each operation its part as it is expected to take; the calls that are in none."""
        for kind, share, among in self.pools():
            seconds = share * sum(row.seconds for row in self.rows[kind])
            whole = sum(part.expected for part in among)
            for part in among:
                part.seconds += seconds * part.expected / whole
            if share and not among:
                yield from self.rows[kind]

    def counted(self) -> list[Counted]:
        both = [Counted(row, "shift", "sendrecv", row.calls, row.seconds)
                for row in self.rows["both"]]
        return [*map(collective_of, self.rows["collective"]), *self.started, *self.one_sided,
                *self.exchanges, *self.one_way, *both]


def exchange_of(row: ProfiledCall, messages: float, around: int, protocol: str = "sendrecv"
                ) -> Counted:
    """With so many neighbours, two in each dimension."""
    if around == 1:
        return Counted(row, "shift", "sendrecv", messages)
    dimensions = (around + 1) // 2
    pattern, protocol = ("halo", protocol) if row.contiguous else ("halo_strided", "vector")
    return Counted(row, pattern, protocol, messages / (2 * dimensions), series=dimensions)


def collective_of(row: ProfiledCall) -> Counted:
    word = word_of(row.call)
    pattern = COLLECTIVES.get(word) or COLLECTIVES[word[1:]]
    dimensions = min(max(round(log2(row.ranks)), 1), FACES_MOST // 2) if pattern == "halo" else 0
    uneven = pattern == "alltoall" and word.endswith(("v", "w"))
    return Counted(row, pattern, "vector" if uneven else "library", row.calls, row.seconds,
                   dimensions)


def operations_of(profile: Profile, partners: Mapping[str, int] = MappingProxyType({})
                  ) -> tuple[list[ProgramOperation], list[Uncounted]]:
    """For the mean rank; and the calls that no pattern stands for. `partners`: which rank has a
    distance from rank 0, by the distances of profiles."""
    calls, ranks = Calls(profile, partners), len(profile.ranks)
    count: Counter[str] = Counter()
    seconds: Counter[str] = Counter()
    for row in calls.lost:
        if word_of(row.call) in OUTSIDE:
            continue
        alone = " within a rank" if row.ranks == 1 or row.distance == "self" else ""
        count[row.call + alone] += row.calls
        seconds[row.call + alone] += row.seconds
    return [part.operation(ranks) for part in calls.counted()], [
        Uncounted(call=call, times=count[call] / ranks, seconds=seconds[call] / ranks)
        for call in count]
