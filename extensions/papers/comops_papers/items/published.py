# SPDX-License-Identifier: BSD-3-Clause
"""Values published from 1995 to 2004, compared with the same measures of a campaign."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import harmonic_mean, mean

from comops.reports.words.formats import interval_text, number_text, path_text
from comops.results.cell import CellRecord
from comops.results.keys import Interval
from comops.results.read import Campaign
from comops_papers.claims.evidence import Evidence, Side, condition_text, place_of
from comops_papers.claims.finding import command_of
from comops_papers.items.items import printed
from comops_papers.items.one_sided import TESTS
from comops_papers.published_values import MICROSECONDS, number, table

SAME_NODE = "pingpong:same-node"  # of the thesis, table 5.5
SMALL = 8  # bytes


@dataclass(frozen=True, slots=True)
class PublishedMeasure:
    """One measure: where it was published, and which cells correspond to it.

    A rate is in MB/s, a time in µs. `sources`: tables, and the pattern of their rows. `sides` are
    by the tables' names of models; "threads" is in no table. `unlike` says why published and
    measured values cannot be compared.
    """

    title: str
    words: str
    pattern: str
    bytes: int
    sources: tuple[tuple[str, str], ...]
    sides: Mapping[str, Side]
    unlike: str = ""

    @property
    def rate(self) -> bool:
        """Small messages are compared by time, large ones by rate."""
        return self.bytes > SMALL

    @property
    def unit(self) -> str:
        return "MB/s" if self.rate else "µs"


PINGPONG = ("thesis-table5.1", "pingpong"), ("thesis-table5.5", SAME_NODE)
GET = (("arsc1995-table1", "get:PE1"),)
DISTANT_GET = (("luecke2004-table1", "distant-get"),)
THREADS, PUT = Side("threads"), Side("shmem", ("put",))
ONE_WAY = {"threads": THREADS, "mpi": Side("mpi", ("sendrecv",)),
           "mpi2-put": Side("mpi", ("put",)), "shmem": PUT}
READ = {"threads": THREADS, "mpi2-get": Side("mpi", ("get",)), "shmem": Side("shmem", ("get",))}
UNLIKE = "16 ranks in the publication, other numbers here"


LUECKE = {  # tests of many ranks, with 8 bytes: title, and the pattern of the rows
    2: ("Shift", "circular-right-shift"), 3: ("Naive broadcast", "naive-broadcast"),
    4: ("Tree broadcast", "binary-tree-broadcast"), 5: ("All-to-all", "all-to-all")}
MEASURES = (
    PublishedMeasure("Ping-pong, small", "8 B, one way", "pingpong", 8, PINGPONG, ONE_WAY),
    PublishedMeasure("Ping-pong, large", "1 MB, rate of one way", "pingpong", 1000000, PINGPONG,
                     ONE_WAY),
    PublishedMeasure("Get, small", "8 B read from another rank", "get", 8, GET, READ),
    PublishedMeasure("Get, large", "800 KB read from another rank", "get", 800000, GET, READ),
    PublishedMeasure("Distant get, small", "8 B, mean over all partners", "distant_get", 8,
                     DISTANT_GET, READ),
    PublishedMeasure("Distant get, large", "1 MB, mean over all partners", "distant_get", 1000000,
                     DISTANT_GET, READ),
    PublishedMeasure("Put, large", "800 KB, until acknowledged", "put_acknowledged_printed", 800000,
                     (("arsc1995-table4", "put:PE1"),), {"threads": THREADS, "shmem": PUT}),
    PublishedMeasure("Swap", "2 MiB exchanged, both directions, best protocol", "swap_printed",
                     2097152, (("worley1999-table5", "swap-unordered"),),
                     {"threads": THREADS, "mpi": Side("mpi"), "shmem": Side("shmem")}),
    PublishedMeasure("Gather", "800 KB per rank, rate at the root", "gather", 800000,
                     (("prose-values", "gather"),), {"mpi": Side("mpi", ("library",))},
                     "published as a limit for any size and several processors"),
    *(PublishedMeasure(title, f"{title}, 8 B, time", TESTS[number].pattern, 8,
                       ((f"luecke2004-table{number}", pattern),),
                       {library: TESTS[number].side(library) for library in ("mpi2-get", "shmem")},
                       UNLIKE)
      for number, (title, pattern) in LUECKE.items()),
)


PAPERS = {  # with the years of publication; the thesis names none
    "arsc1995": (1995, "ARSC newsletter 56"), "luo1997": (1996, "Luo"),
    "worley1999": (1999, "Worley"), "thesis": (2003, "Texas Tech thesis"),
    "luecke2004": (2004, "Luecke")}
MODELS = {"mpi": "MPI", "mpi2-put": "MPI-2", "mpi2-get": "MPI-2", "shmem": "SHMEM", "nx": "NX",
          "sunmos": "SUNMOS"}
NETWORKS = {"Mathwulf": "100 Mbit/s Ethernet", "Weland": "1 Gbit/s Ethernet"}
ONE_NODE = "two processes of one node"


@dataclass(frozen=True, slots=True)
class Published:
    """One value of a table, in the measure's unit, and as it is printed."""

    year: int
    machine: str
    model: str
    value: float
    printed: str
    where: str
    note: str

    @property
    def name(self) -> str:
        """Machine and model, and whether it was one node of a cluster."""
        node = " (one node)" if self.note == ONE_NODE else ""
        return f"{self.machine}, {MODELS.get(self.model, self.model)}{node}"

    @property
    def path(self) -> str:
        """The path here that corresponds to its model."""
        return "mpi" if self.model.startswith("mpi") else self.model


@dataclass(frozen=True, slots=True)
class Now:
    """The value of a campaign and its interval; `where` names the cell."""

    year: str
    model: str
    path: str
    name: str
    value: float
    ci95: Interval | None
    where: str

    @property
    def text(self) -> str:
        return interval_text(self.value, self.ci95)


@dataclass(frozen=True, slots=True)
class PublishedComparison:
    """A measure, published and now."""

    measure: PublishedMeasure
    published: list[Published]
    now: list[Now]

    def here(self, model: str) -> list[Now]:
        return [now for now in self.now if now.model == model]

    def factor_text(self, published: Published, now: Now) -> str:
        """How many times faster it is here; nothing if the two are not comparable."""
        if self.measure.unlike:
            return ""
        ratio = published.value / now.value
        ratio = 1 / ratio if self.measure.rate else ratio
        return f"{number_text(ratio)} ×"


def value_of(row: Mapping[str, str], rate: bool) -> float:
    """A row's value as a rate in MB/s or a time in µs."""
    value = number(row)
    return int(row["bytes"]) / value if rate and row["unit"] in MICROSECONDS else value


def note_of(row: Mapping[str, str]) -> str:
    """What a reader must know of a value: over a network, with outliers."""
    notes = ["an SGI Origin 2000"] if row["machine"] == "Pleione" else []
    if row["machine"] in NETWORKS and row["pattern"] != SAME_NODE:
        notes.append(f"two nodes, {NETWORKS[row['machine']]}")
    if row["pattern"] == SAME_NODE:
        notes.append(ONE_NODE)
    if row["source"] == "luecke2004" and row["pattern"] == "distant-get":
        notes.append("mean over 255 partners")
        notes += ["with spikes"] if "OUTLIER" in row["note"] else []
    if row["source"] == "worley1999":
        notes.append(f"protocol {row['protocol']}")
    return ", ".join(notes)


def wanted(row: Mapping[str, str], pattern: str, size: int) -> bool:
    """Whether a row has a measure's pattern and its size, or no size; of several rank counts the
    smallest, 16, is taken."""
    few = row["processors"] in ("", "2", "16") or row["pattern"] == "distant-get"
    kind = row["metric"] in ("time", "one_way_time", "peak_bandwidth", "bandwidth_limit")
    return row["pattern"] == pattern and int(row["bytes"] or size) == size and few and kind


def published(measure: PublishedMeasure) -> list[Published]:
    """All published values of a measure, by year, then the fastest first."""
    figures = []
    for row in (row for name, pattern in measure.sources for row in table(name)
                if wanted(row, pattern, measure.bytes)):
        year, paper = PAPERS[row["source"]]
        figures.append(Published(
            year, row["machine"].removesuffix(" (150 MHz)"), row["model"],
            value_of(row, measure.rate), printed(row, measure.unit).text,
            f"{paper}, {row['table'].replace('Table', 'table')}", note_of(row)))
    return sorted(figures, key=lambda figure: (
        figure.year, -figure.value if measure.rate else figure.value))


def mean_of(cells: Sequence[CellRecord], rate: bool) -> tuple[float, Interval | None, str]:
    """The mean time over partners, or its rate; the interval contains the mean of any values within
    theirs. And in words: 8 B; mean over 3 partners, 8 B."""
    average = harmonic_mean if rate else mean
    values = [cell.rate_MBps if rate else cell.time_us for cell in cells]
    ends = [cell.rate_ci95 if rate else cell.ci95_us for cell in cells]
    whole = all(ends) and tuple(average(bounds) for bounds in zip(*ends, strict=True))
    place = place_of(cells[0])
    where = place.words if len(cells) == 1 else (
        f"mean over {len(cells)} partners, {place._replace(series_of='', series=0).words}")
    return average(values), whole or None, where


def now_of(measure: PublishedMeasure, evidence: Evidence, label: str, year: str) -> list[Now]:
    """A campaign's cells of its size for each side of a measure. `label` names the campaign where
    there are several."""
    values = []
    for model, side in measure.sides.items():
        condition, measured = evidence.preferred(measure.pattern, side)
        cells = [cell for place, cell in measured.items() if place.bytes == measure.bytes]
        if not cells or (measure.rate and not all(cell.rate_MBps for cell in cells)):
            continue
        *value, where = mean_of(cells, measure.rate)
        place = ", ".join(filter(None, (where, condition_text(condition), label)))
        key = cells[0].key
        values.append(Now(year, model, key.path, f"{path_text(*key.implementation)} {key.protocol}",
                          *value, place))
    return values


def comparisons(campaigns: Sequence[Campaign], labels: Sequence[str]) -> list[PublishedComparison]:
    named = labels if len(labels) > 1 else [""]
    seen = [(Evidence(campaign), label, campaign.record.started[:4])
            for campaign, label in zip(campaigns, named, strict=True)]
    return [PublishedComparison(measure, published(measure), [
        value for evidence in seen for value in now_of(measure, *evidence)])
            for measure in MEASURES]


def command_missing(parts: Sequence[PublishedComparison]) -> str:
    """The command that measures what is missing; empty if nothing is."""
    missing = [part.measure for part in parts
               if part.measure.sides.keys() - {now.model for now in part.now}]
    sides = [Side(side.path) for measure in missing for side in measure.sides.values()]
    sizes = ",".join(map(str, sorted({measure.bytes for measure in missing})))
    return command_of([measure.pattern for measure in missing], sides,
                      further=("--sizes", sizes)) if missing else ""
