# SPDX-License-Identifier: BSD-3-Clause
"""The publications' tables, beside this machine's values."""

from collections.abc import Mapping, Sequence

from reports.claims.evidence import Evidence, Side
from common.published_values import Row, microseconds, table
from reports.history.printed import NONE, Table, first_with, nearest, text_of
from records.findings import Fit
from records.read import Cell
from reports.words.formats import path_text, size_text

ARSC, WORLEY, THESIS = "ARSC newsletter 56", "Worley", "Texas Tech thesis"
WORD = 8  # bytes
GETS = {"distant_get": "get", "distant_put": "put"}
ARSC_TABLES = (
    # number, pattern here, protocol over SHMEM, what it is
    (1, "distant_get", "get", "time of shmem_get by PE 0, µs"),
    (2, "distant_put", "put", "time of shmem_put until it returns, µs"),
    (3, "put_acknowledged_printed", "put_spin", "put and acknowledgement, polled, µs"),
    (4, "put_acknowledged_printed", "put", "put and acknowledgement, shmem_wait, µs"),
)
ORDERS = {"swap-unordered": "(0,x)", "swap-ordered": "(1,x)"}
VOLUMES = (2097152, 131072, 8192)
PATHS = ("mpi", "shmem", "threads")
THESIS_SIDES = {
    "mpi": Side("mpi", ("sendrecv",)),
    "mpi2-put": Side("mpi", ("put",)),
    "shmem": Side("shmem", ("put",)),
}
FIT_COMMAND = "comops run --patterns pingpong --protocols sendrecv,put"
LIBRARIES = {"mpi": "MPI", "mpi2-put": "MPI-2", "shmem": "SHMEM"}


def printed_time(row: Row) -> str:
    return NONE if row["value"] == "NaN" else text_of(microseconds(row))


def arsc_table(seen: Sequence[Evidence], number: int, pattern: str, protocol: str,
               what: str) -> Table:
    """Words by PE; here rank 0 with itself (its own PE) and with each partner there is."""
    printed = {(int(row["bytes"]), row["pattern"].partition(":PE")[2]): row
               for row in table(f"arsc1995-table{number}")}
    sizes = sorted({size for size, _ in printed})
    elements = sorted({pe for _, pe in printed})
    here = first_with(seen, pattern, Side("shmem", (protocol,)))
    own = first_with(seen, pattern, Side("shmem", (protocol,), own=True))
    cells: dict[int, Mapping[int, Cell]] = {**own, **here}
    if pattern not in GETS and 0 in cells:  # rank 1 is the only partner
        cells = {1: cells[0]}
    rows = [
        (str(size // WORD), *(printed_time(printed[size, pe]) for pe in elements),
         *(text_of(cells[at][size].time_us if size in cells[at] else None)
           for at in sorted(cells)))
        for size in sizes
    ]
    head = ("words", *(f"PE {pe}" for pe in elements),
            *(f"here, rank {at}" for at in sorted(cells)))
    listed = ",".join(map(str, sizes))
    return Table(
        f"arsc-{number}", ARSC, f"table {number}: {what}", head, rows, len(cells),
        "Its author calls these values worthless." if number == 3 else "",
        f"comops run --patterns {pattern} --paths shmem --protocols {protocol} --sizes {listed}")


def swap_here(seen: Sequence[Evidence], path: str, order: str, volume: int) -> tuple[str, ...]:
    """Peak bandwidth, its protocol and the overhead of one more swap with that protocol."""
    for evidence in seen:
        protocols = {cell.key.protocol for cell in evidence.matching("swap_printed", Side(path))
                     if cell.key.protocol.startswith(order[:3])}
        found = {}
        for protocol in sorted(protocols):
            cells = [cell for cell in evidence.matching("swap_printed", Side(path, (protocol,)))
                     if cell.key.series == volume]
            if cells:
                found[protocol] = {volume / cell.key.bytes: cell for cell in cells}
        if found:
            best = min(found, key=lambda one: min(c.fastest_us for c in found[one].values()))
            times = {messages: cell.fastest_us for messages, cell in found[best].items()}
            few, many = min(times), max(times)
            more = times[many] - times[few]
            overhead = more / (many - few) if more > 0 else None
            return text_of(2 * volume / min(times.values())), best, text_of(overhead)
    return NONE, NONE, NONE


def worley_table(seen: Sequence[Evidence]) -> Table:
    """Table 5: a row for each machine, library and order; three columns a volume."""
    printed: dict[tuple[str, str, str], dict[tuple[int, str], Row]] = {}
    for row in table("worley1999-table5"):
        name = row["machine"], row["model"].upper(), ORDERS[row["pattern"]]
        printed.setdefault(name, {})[int(row["bytes"]), row["metric"]] = row
    rows = []
    for name, values in printed.items():
        cells = []
        for volume in VOLUMES:
            rate = values.get((volume, "peak_bandwidth"))
            latency = values.get((volume, "latency"))
            cells += [rate["value"] if rate else NONE, rate["protocol"] if rate else NONE,
                      latency["value"] if latency else NONE]
        rows.append((*name, *cells))
    for path in PATHS:
        for order in ORDERS.values():
            cells = [text for volume in VOLUMES
                     for text in swap_here(seen, path, order, volume)]
            if any(cells):
                rows.append(("here", path_text(path), order, *cells))
    head = ("machine", "library", "order", *(
        text for volume in VOLUMES
        for text in (f"{size_text(volume)}, MB/s", "protocol", "latency, µs")))
    return Table(
        "worley-5", WORLEY, "table 5: peak bandwidth and latency of SWAP", head, rows, 0,
        "Rates count both directions, of the fastest run. The latency is the overhead of one more "
        "SWAP with the protocol of the peak: here the time of the most messages of the volume "
        "minus that of one, divided by the additional messages; none if it is not longer.",
        "comops run --patterns swap_printed")


def fit_near(evidence: Evidence, cell: Cell) -> Fit | None:
    """Hockney's line, by least squares as in the thesis, through a cell and its other sizes."""
    same = {"bytes": 0, "mode": ""}
    for (line, model), fit in evidence.campaign.fits.items():
        if model == "hockney" and line._replace(**same) == cell.key._replace(**same):
            return fit
    return None


def fitted(seen: Sequence[Evidence], model: str, pattern: str = "pingpong",
           series: int | None = None) -> tuple[Fit, dict[int, Cell]] | None:
    """The line of a side, and its cells by size."""
    for evidence in seen:
        cells = first_with([evidence], pattern, THESIS_SIDES[model])
        for number, by_size in cells.items():
            fit = fit_near(evidence, next(iter(by_size.values())))
            if fit and series in (None, number):
                return fit, by_size
    return None


def parameters(fit: Fit) -> tuple[float, float, float]:
    """Latency, µs; bandwidth, MB/s; half size, bytes."""
    return tuple(fit.parameters[name].value
                 for name in ("latency_us", "bandwidth_MBps", "half_bytes"))


def has_line(found: tuple[Fit, dict[int, Cell]] | None) -> bool:
    return found is not None and len(found[0].parameters) == 3


LINES = {"intercept": "5.2: intercept, µs", "slope": "slope, µs/byte",
         "latency": "5.3, 5.6: latency, µs", "r_inf": "bandwidth, MB/s", "n_half": "n½, bytes"}


def thesis_lines(seen: Sequence[Evidence]) -> Table:
    """Tables 5.2, 5.3 and 5.6: fitted lines, which have the same parameters in two forms."""
    printed: dict[tuple[str, str], dict[str, str]] = {}
    for number in ("5.2", "5.3", "5.6"):
        for row in table(f"thesis-table{number}"):
            values = printed.setdefault((row["machine"], row["model"]), {})
            values.setdefault(row["metric"], row["value"])
    rows = [(machine, LIBRARIES[model], *(values.get(one, NONE) for one in LINES))
            for (machine, model), values in printed.items()]
    for model, library in LIBRARIES.items():
        found = fitted(seen, model)
        if has_line(found):
            latency, rate, half = parameters(found[0])
            values = latency, 1 / rate, latency, rate, half
            rows.append(("here", library, *map(text_of, values)))
    return Table("thesis-lines", THESIS, "tables 5.2, 5.3 and 5.6: fitted lines",
                 ("machine", "library", *LINES.values()), rows, 0,
                 "Values garbled in print or scan are shown unchanged.", FIT_COMMAND)


def thesis_rates(seen: Sequence[Evidence]) -> Table:
    """Table 5.4: measured rates and those of the fitted line; here of the nearest size."""
    printed: dict[str, dict[int, dict[str, str]]] = {}
    for row in table("thesis-table5.4"):
        name = f"{row['machine']}, {LIBRARIES[row['model']]}"
        printed.setdefault(name, {}).setdefault(int(row["bytes"]), {})[row["metric"]] = row["value"]
    sizes = sorted({size for values in printed.values() for size in values})
    columns = {
        name: [" / ".join(values.get(size, {}).values()) for size in sizes]
        for name, values in printed.items()
    }
    for model, library in LIBRARIES.items():
        found = fitted(seen, model)
        if has_line(found):
            columns[f"here, {library}"] = [rates_near(*found, size) for size in sizes]
    rows = [(f"{size:,}", *(column[at] for column in columns.values()))
            for at, size in enumerate(sizes)]
    return Table("thesis-rates", THESIS, "table 5.4: measured / computed rate, MB/s",
                 ("bytes", *columns), rows, len(columns) - len(printed),
                 "Computed: bandwidth / (1 + n½ / bytes). Here for the nearest size.", FIT_COMMAND)


def rates_near(fit: Fit, cells: Mapping[int, Cell], size: int) -> str:
    """Measured and computed, of the size that is nearest by its factor."""
    near = nearest(cells, size)
    if not near:
        return NONE
    _, rate, half = parameters(fit)
    computed = text_of(rate / (1 + half / near)) if half + near > 0 else "–"
    return f"{text_of(near / cells[near].time_us)} / {computed}"


def thesis_hops(seen: Sequence[Evidence]) -> Table:
    """Equation 3.5's term for further hops, which the thesis drops: of each partner its latency
    less the least one."""
    rows = []
    for model, name in LIBRARIES.items():
        latency = {}
        for partner in range(1, 1 + max((cell.key.ranks for one in seen
                                         for cell in one.cells.get("distant", ())), default=0)):
            found = fitted(seen, model, "distant", partner)
            if has_line(found):
                latency[partner] = parameters(found[0])[0]
        rows += [(name, str(partner), text_of(value), text_of(value - min(latency.values())))
                 for partner, value in latency.items()]
    return Table("thesis-hops", THESIS, "equation 3.5: latency of each partner, µs",
                 ("library here", "partner", "latency", "(h - 1) γ"), rows, 2,
                 "The thesis drops the term and prints no values. It is 0 for the nearest partner.",
                 "comops run --patterns distant --protocols sendrecv,put")


def printed_tables(seen: Sequence[Evidence]) -> list[Table]:
    return [
        *(arsc_table(seen, *row) for row in ARSC_TABLES),
        worley_table(seen),
        thesis_lines(seen),
        thesis_rates(seen),
        thesis_hops(seen),
    ]
