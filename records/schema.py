# SPDX-License-Identifier: BSD-3-Clause
"""Every record of a results file and every member of it, once; campaign_schema.py has the first
record, cell_schema.py cells, model_runs.py runs of Worley's model. A build makes a page
(records/pages.py) and a JSON Schema of it; `python3 -m records.schema` prints the schema of a line.
"""

import json

from records.campaign_schema import CAMPAIGN, FACTS, PART, SCHEMA, TUNING
from records.cell_schema import (
    BYTES, CELL, CELL_KEY, DISTURBANCES, GROUP_MEMBERS, KEY, LINE, LINE_MEMBERS, SETTING_MEMBERS,
    SOME, SOME_US, SPREAD, STAMPS, TOGETHER, WHERE,
)
from records.findings import DECISIONS
from records.model_runs import PSTSWM, PSTSWM_PARALLEL
from records.types import (
    FLAG, PLAIN, TEXT, TIME, Json, either, exactly, interval_of, list_of, map_of, number, object_of,
    objects, or_null, reference, whole, words,
)

__all__ = ["CELL_KEY", "RECORDS", "SCHEMA", "TABLES", "json_schema"]

OPEN_INTERVAL = interval_of(or_null(PLAIN))
RATIO_INTERVAL = interval_of(number("", exclusiveMinimum=0))
RATIOS = or_null(RATIO_INTERVAL)

TWO_MODES = object_of({"low high": (number("", exclusiveMinimum=0), ""),
                       "share": (number("", minimum=0), "")})
RATIO_MEMBERS = {
    "a b": (reference("key"), "the keys of two cells"),
    "ratio": (number("", exclusiveMinimum=0), "the time of b over that of a (above 1: a is "
              "faster): the pseudomedian of the launches that both have, of each its median over "
              "rounds"),
    "ci95": (RATIOS, "its interval"),
    "ci90": (RATIOS, "the interval for equivalence"),
    "decision": (words(*DECISIONS), "the verdict on a; `equivalent` is within 5 %"),
    "launches": (SOME, "the number of launches that both have"),
    "modes?": (TWO_MODES, "where the ratios of the launches have two modes: both, and the `share` "
               "of the launches around the higher one"),
    "oversubscribed": (FLAG, "whether either cell is"),
}
PAIR_MEMBERS = RATIO_MEMBERS | {
    "rounds": (SOME, "the number of blocks that both have"),
    "elsewhere?": (object_of({"rounds": (SOME, ""), "used": (FLAG, "")}), "how many `rounds` had "
                   "another distance between the ranks than those of the results, and whether "
                   "the ratio uses them because they agree; `rounds` of the pair counts them then"),
    "spread?": (SPREAD, "that of the blocks' ratios, as in a cell"),
}
PAIR = object_of({"record": (exactly("pair"), ""), **PAIR_MEMBERS})
PLACEMENT_RATIO = object_of({"record": (exactly("placement_ratio"), ""), **RATIO_MEMBERS})
VERDICT = object_of({
    "record": (exactly("verdict"), ""),
    **PAIR_MEMBERS,
    "verdict": (TEXT, "`paper`, `best`, `same-code`; `ours`: the code `direct` against what OpenMP "
                "and MPI have themselves; `threads`, `mpi`: a path's first library against the "
                "others, by their fastest protocols; `mpi/sendrecv`: the same, one implementation"),
    "libraries": (list_of(TEXT, 2), "name and version of the libraries of `a` and `b`, from "
                  "`runtimes`"),
})

POOLED = object_of({
    "record": (exactly("pooled"), ""),
    **SETTING_MEMBERS,
    "patterns": (list_of(TEXT, minItems=1), ""),
    "ratio": (number("", exclusiveMinimum=0), "the geometric mean of the comparisons' ratios, "
              "those of the same code: processes over threads"),
    "ci95": (RATIO_INTERVAL, "its interval"),
    "ci90": (RATIO_INTERVAL, "the interval for equivalence"),
    "decision": (words(*DECISIONS), "the verdict on threads"),
    "comparisons": (SOME, "how many sizes of these patterns have six launches or more"),
    "launches": (SOME, "the most launches of one of them"),
}, TOGETHER)

HERE = object_of({
    "record": (exactly("here"), ""),
    **GROUP_MEMBERS,
    "compared": (map_of(object_of({
        "campaigns": (whole(least=3), ""),
        "ci95": (RATIO_INTERVAL, "")})),
        "what is compared -> on how many `campaigns` it rests, this one included, and the interval "
        "`ci95` that holds the ratio of the next one; the names are those of verdicts"),
}, TOGETHER)

ESTIMATE = object_of({"value": (PLAIN, ""), "ci95": (OPEN_INTERVAL, "")})
SEGMENT = object_of({
    "from to": (BYTES, "first and last measured size"),
    "latency_us": (number("us"), "the line at 0 bytes"),
    "bandwidth_MBps": (or_null(number("MB/s")), "null: time does not increase with size"),
})
BREAKPOINT = object_of({
    "between": (list_of(BYTES, 2), "the neighbouring measured sizes"),
    "bytes": (or_null(PLAIN), "where the lines meet; null if they jump"),
})
HOCKNEY = "latency_us", "bandwidth_MBps", "half_bytes"
PIECEWISE = "bic", "continuous", "segments", "breakpoints"

FIT = object_of({
    "record": (exactly("fit"), ""),
    **LINE_MEMBERS,
    "model": (words("hockney", "hockney-robust", "piecewise"), "`hockney`: latency and bandwidth "
              "by least squares; `hockney-robust`: the same, robust, with relative residuals; "
              "`piecewise`: several lines"),
    "sizes": (whole(least=3), "number of sizes"),
    "deviation": (number("", minimum=0), "root mean square of the times' relative distances from "
                  "the fit"),
    "latency_us? bandwidth_MBps? half_bytes?":
        (ESTIMATE, "not of `piecewise`: `value` and `ci95`, whose ends are null if the data do not "
         "bound them. The latency of `hockney` can be negative; `half_bytes` is n½"),
    "segments?": (list_of(SEGMENT, minItems=1, maxItems=4), "only `piecewise`: with `from` and "
                  "`to` (first and last measured size), `latency_us` (the line at 0 bytes), "
                  "`bandwidth_MBps` (null: time does not increase with size)"),
    "breakpoints?": (list_of(BREAKPOINT, maxItems=3), "only `piecewise`, one fewer than segments: "
                     "`between` (the neighbouring measured sizes), `bytes` (where the lines meet; "
                     "null if they jump)"),
    "continuous?": (FLAG, "only `piecewise`: whether the lines meet at the breakpoints"),
    "bic?": (PLAIN, "only `piecewise`: the criterion of the selection"),
}, TOGETHER, **either("model", "piecewise", PIECEWISE, HOCKNEY))

CROSSOVER = object_of({
    "record": (exactly("crossover"), ""),
    "a b": (reference("line"), "the two, as keys without `bytes` and `mode`. Of two paths: the "
            "fastest protocol of each, that of the faster one below the crossover, that of the "
            "other one above it"),
    "bytes": (number("bytes", exclusiveMinimum=0), "the size"),
    "ci95": (OPEN_INTERVAL, "its 95 % interval; an open end is null"),
    "below": (words("a", "b"), "which is faster below that size"),
})

ACCOUNT = object_of({
    "record": (exactly("account"), ""),
    "wall_s": (number("s", minimum=0), "the wall time of the campaign, or of the part of it that "
               "this run took"),
    "stamps_s": (number("s", minimum=0), "in the stamps' own intervals: a part of `timed`"),
    "spent": (objects({
        "kind": (TEXT, "on what"),
        "seconds": (number("s"), ""),
        "path?": (TEXT, "of the worker"),
        "bytes?": (BYTES, "the message size")}),
        "`starting` and ending workers, `tuning`, `canaries`, `counting` hardware events, "
        "`hand-overs`; `places`: mapping, "
        "first touch, setting up; `filling` before the first run in a new place; `checks`: first "
        "runs and checks of data; `settling`; `warm-ups`; `timed`: from the first meeting of a "
        "block to its last stamp, rewriting included; `counts`: reading what the kernel counts; "
        "`clocks`: comparing them; `waiting` for a worker to begin or for its answer; `own`: the "
        "processor time of the front end"),
})

RATE = number("MB/s", exclusiveMinimum=0)
CANARY = object_of({
    "record": (exactly("canary"), ""),
    "placement": (TEXT, "as in a cell"),
    "ranks": (SOME, "as in a cell"),
    "launch": (SOME, "number of the launch in its stage, from 1"),
    "started": (TIME, "UTC"),
    "handover_us": (SOME_US, "the time in which a cache line passes from one rank's core to the "
                    "next one's, round the ring of all ranks"),
    "cache_MBps": (RATE, "every rank copies 128 KiB that it used just before; the slowest rank"),
    "memory_MBps": (or_null(RATE), "every rank copies 512 KiB that no cache holds, null if this "
                    "program cannot evict them from the processor's caches; the slowest rank"),
    "arithmetic_us": (SOME_US, "every rank computes a fixed chain of multiplications and "
                      "additions; the slowest rank"),
    "remote_MBps": (or_null(RATE), "rank 0 reads 800000 bytes that rank 1 has just written; null "
                    "with one rank"),
    "read?": (objects({"bytes": BYTES, "us": SOME_US}), "how long rank 0 reads in place what rank "
              "1 has just written, as many bytes as the cells have: their limit"),
})

REASON = object_of({
    "name": (words("no shared memory", "slow messages", "slow copies", "oversubscribed", "no core",
                   "invalid", "quota", "cores move", "clock", "throttled", "tuning"), ""),
    "path? pattern? protocol? placement?": (TEXT, "of what it says"),
    "ranks? of? cells? bytes? times?": (whole(), "the `ranks` that share memory, the invalid "
                                        "`cells`, `of` how many; how many `times` the processor "
                                        "slowed itself down"),
    "time_us? handover_us?": (SOME_US, "of a short message, and of its cores' hand-over"),
    "copy_MBps?": (number("MB/s", exclusiveMinimum=0), "of reading data that another core has just "
                   "written"),
    "share?": (number("", minimum=0), "of the time, or of the median"),
    "causes?": (list_of(TEXT), "variables that were set and choose how messages travel"),
})
TRUST = object_of({
    "record": (exactly("trust"), ""),
    "verdict": (words("good", "use ratios only", "do not use"), ""),
    "reasons": (list_of(REASON), "of the verdict"),
    "explained?": (map_of(SOME), "warning -> in how many cells the machine explains it, so that "
                   "they do not carry it"),
    "throttled?": (number("", minimum=0), "the share of the campaign's time in which a quota kept "
                   "its programs from all cores"),
    "throttles?": (whole(), "how often the processor slowed itself down meanwhile"),
})

HANDOVERS = list_of(list_of(number("ns", exclusiveMinimum=0)))
ROUNDS = object_of({
    "record": (exactly("rounds"), ""),
    **GROUP_MEMBERS,
    "before_ns after_ns": (HANDOVERS, "for each round, before its first block and after its last "
                           "one, the time in which a cache line passes from rank 0's core to that "
                           "of each other rank, one way; of more than seven to seven of them, "
                           "evenly spread. Empty: not measured"),
    "distances": (objects({"handover_ns": list_of(number("ns")), "rounds": SOME}),
                  "the classes that the campaign's hand-overs on this placement fall into, the "
                  "most frequent one of these rounds first: the median hand-over of each pair of "
                  "ranks, `handover_ns`, and how many `rounds` had it"),
    "classes": (list_of(or_null(whole())), "of each round the index of its distance; null: it "
                "changed between before and after, so the round is void"),
    "used": (or_null(whole()), "the distance of the rounds that the results use; null: all rounds, "
             "because none has enough launches for an interval"),
    "void": (whole(), "how many rounds are void"),
}, TOGETHER)

END = object_of({
    "record": (exactly("end"), ""),
    "records": (SOME, "how many records of the campaign come before it"),
    "ended": (words("complete", "interrupted"), "how"),
})

RECORDS: dict[str, Json] = {
    "campaign": CAMPAIGN, "cell": CELL, "pair": PAIR, "verdict": VERDICT, "pooled": POOLED,
    "here": HERE, "placement_ratio": PLACEMENT_RATIO, "fit": FIT, "crossover": CROSSOVER,
    "canary": CANARY, "account": ACCOUNT, "trust": TRUST, "rounds": ROUNDS, "end": END,
    "pstswm": PSTSWM, "pstswm_parallel": PSTSWM_PARALLEL,
}
# What a table of pages.py shows: an object, without the members of another one.
TABLES: dict[str, tuple[Json, Json | None]] = {
    **{name: (record, None) for name, record in RECORDS.items()},
    "key": (KEY, None), "facts": (FACTS, None), "tuning": (TUNING, None), "stamps": (STAMPS, None),
    "where": (WHERE, None), "disturbances": (DISTURBANCES, None), "reason": (REASON, None),
    "cell": (CELL, KEY), "verdict": (VERDICT, PAIR), "fit": (FIT, LINE),
    "pstswm_parallel": (PSTSWM_PARALLEL, PSTSWM),
}


def json_schema() -> Json:
    """JSON Schema of one line."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"One line of a COMOPS results file (schema {SCHEMA})",
        "description": "JSON Lines: each line is one of these. Times are microseconds per run, "
                       "sizes bytes, rates 10^6 bytes/s. docs/results-file.md explains.",
        "oneOf": [reference(name) for name in RECORDS],
        "$defs": {"key": KEY, "line": LINE, "part": PART} | RECORDS,
    }


if __name__ == "__main__":
    print(json.dumps(json_schema(), indent=1))
