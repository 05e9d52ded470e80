# SPDX-License-Identifier: BSD-3-Clause
"""The record of a cell: its key, its samples, its results, and what was seen of its ranks."""

from records.types import (
    FLAG, INTERVAL, PLAIN, TEXT, TIME, either, exactly, list_of, map_of, number, object_of,
    or_null, whole, words,
)

US, SOME_US = number("us", minimum=0), number("us", exclusiveMinimum=0)
BYTES, COUNT, SOME = whole("bytes"), whole(), whole(least=1)
NODE = {"oneOf": [exactly("mixed", None), COUNT]}
TOGETHER = [("series_of", "series"), ("op", "datatype")]

KEY_MEMBERS = {
    "pattern path protocol placement": (TEXT, ""),
    "memory": (TEXT, "where the pages of the buffers lie"),
    "pages?": (words("4k", "thp", "2m"), "where a page size was asked for"),
    "skew?": (TEXT | {"pattern": "^[0-9]+us$"}, "how late the last rank arrives: `100us`"),
    "ranks": (SOME, ""),
    "bytes": (BYTES, "message size, as the pattern defines it"),
    "buffers": (words("reuse", "rewrite", "cold"), ""),
    "consume": (words("no", "between", "timed"),
                "when receivers read their data: never, after the end stamp, before it"),
    "mode": (words("isolated", "loop"), ""),
    "method": (words("adaptive", "comops", "imb", "luecke", "arsc", "thesis", "batch"), ""),
    "series_of?": (TEXT, "name of the pattern's parameter, if it has one: `partner`, `volume`"),
    "series?": (COUNT, "its value"),
    "op?": (words("max", "sum"), "where the pattern reduces"),
    "datatype?": (words("double", "float", "int64", "int32"), "where the pattern reduces"),
}
KEY = object_of(KEY_MEMBERS, TOGETHER)
CELL_KEY = tuple(KEY["properties"])
LINE_MEMBERS = {names: one for names, one in KEY_MEMBERS.items() if names not in ("bytes", "mode")}
LINE = object_of(LINE_MEMBERS, TOGETHER)
GROUP_MEMBERS = {"pattern placement": (TEXT, "")} | {
    names: one for names, one in KEY_MEMBERS.items()
    if names not in ("pattern path protocol placement", "mode")}
SETTING_MEMBERS = {"placement": (TEXT, "")} | {
    names: one for names, one in GROUP_MEMBERS.items()
    if names not in ("pattern placement", "bytes")}

SPREAD = object_of({"launches rounds": (number("", minimum=0), "")})
SPREAD_TEXT = ("relative standard deviations, from an analysis of variance of the logarithms of "
               "the blocks' medians: `launches`, without what their rounds contribute, and "
               "`rounds` of one launch. Absent with one launch, or one block each")

STAMPS = object_of({
    "unit_us": (SOME_US, "a nanosecond of a run, or of a run of over 2 us the largest power of two "
                "of them up to a thousandth of it"),
    "steps": (list_of(whole(least=-2**53)), "the values that occur, in ascending order and each as "
              "its difference from the one before"),
    "counts": (list_of(SOME), "how often each occurs"),
})

PERCENTILE = object_of({
    "us": (or_null(US), ""),
    "ci95": (INTERVAL, ""),
    "batch?": (SOME, "stamps per batch"),
    "batches?": (COUNT, ""),
    "runs?": (list_of(COUNT, 2), "only of `max`: the fewest and the most of a launch"),
}, [("batch", "batches")])
PERCENTILES = object_of({"p50 p90 p99 p99.9 max": (PERCENTILE, ""), "max_us": (US, "")})

EVENTS = or_null(list_of(list_of(number("", minimum=0), 3)))
DISTURBANCES = object_of({
    "watched_us": (SOME_US, "the time of all blocks"),
    "waited_us": (EVENTS, "ready to run while another thread had the core"),
    "stolen_us": (EVENTS, "taken from the core by the host, in ticks of usually 10 ms"),
    "involuntary_switches migrations": (EVENTS, ""),
    "page_faults": (EVENTS, "after the warm-ups"),
})

WHERE = object_of({
    "own_us": (US, "instructions, hits, stores, copies within its cache"),
    "transfer_us": (object_of({"llc node socket far": (US, "")}), "lines from another cache, by "
                    "distance: same last-level cache `llc`, same NUMA `node`, same `socket`, "
                    "`far`"),
    "memory_us": (US, "lines from memory"),
    "queue_us": (object_of({"bus port link memory": (US, "")}), "waiting for a `bus`, a `port` of "
                 "a crossbar, a `link`, a `memory`"),
    "line_us": (US, "waiting for a line that others are being given"),
    "wait_us": (US, "waiting for another rank"),
})

STATE = object_of({"time_us": (SOME_US, ""), "ci95_us": (INTERVAL, ""),
                   "blocks launches": (COUNT, "")})
FAULTS = object_of({
    "used": (words("with", "without"), ""),
    "with": (or_null(STATE), "in each run page faults on at least half of the message's pages"),
    "without": (or_null(STATE), ""),
})

COUNTED = map_of(list_of(or_null(PLAIN)))
RESULTS = "time_us", "median_us", "ci95_us", "rate_MBps", "rate_formula"

CELL = object_of({
    "record": (exactly("cell"), ""),
    **KEY_MEMBERS,
    "repeats": (SOME, "runs between two stamps: back to back in `loop`, 1 in `isolated`"),
    "samples_us": (list_of(US), "in order. With `stamps`, one per block: the midmean of its "
                   "stamps"),
    "stamps?": (STAMPS, "the times of all single runs ([below](#stamps)); absent in loops and "
                "where each run is a sample"),
    "percentiles?": (PERCENTILES, "of a typical launch: `p50`, `p90`, `p99`, `p99.9`, each with "
                     "`us` and `ci95`; with fewer than six batches both are null, `batches` is "
                     "their number and `batch` the stamps per batch; `max`, the longest run of a "
                     "typical launch, also with `runs`, the fewest and the most of a launch; "
                     "`max_us` of all stamps"),
    "clock_offset?": (object_of({"ranks": (list_of(COUNT, 2), ""), "us": (number("us"), ""),
                                 "error_us": (US, "")}),
                      "of the two `ranks` whose clocks provably differ most, by at least `us` less "
                      "`error_us`: the clock of the second minus that of the first, and the bound "
                      "of its error; absent with more ranks than cores"),
    "floored?": (SOME, "the number of samples that could not be distinguished from zero and were "
                 "set to a tenth of the empty run; absent if there are none"),
    "empty_us?": (list_of(US), "per block, the time of an empty run, which was subtracted from its "
                  "stamps; absent if nothing was subtracted"),
    "blocks": (list_of(COUNT), "number of samples of each block; blocks of a pair alternated"),
    "launches": (list_of(COUNT), "number of blocks of each launch of the workers; `samples_us` and "
                 "`blocks` continue through all of them"),
    "launch_numbers?": (list_of(SOME), "which launch of its stage each was, from 1, as in the "
                        "canaries' `launch`: a group need not take part in all"),
    "launch_us": (list_of(or_null(US)), "for each launch the median of its blocks; null if all its "
                  "samples were void. `time_us` and `ci95_us` are computed from these"),
    "left_out?": (list_of(COUNT), "indices of blocks that no result uses, because the distance "
                  "between the ranks changed in their round or was another one than usual "
                  "(records `rounds`), or because of `page_faults`; absent if there are none"),
    "page_faults?": (FAULTS, "where at least three blocks have page faults in every run: if as "
                     "many have none, both states with their time, else null for the other one. "
                     "Results are of the `used` state, and blocks of the other one are in "
                     "`left_out`"),
    "spread?": (SPREAD, SPREAD_TEXT),
    "first_us?": (list_of(or_null(US)), "for each launch the time of its first run, from the "
                  "common start to the slowest rank's end; null in the first launch, where the run "
                  "was calibrated, and where a rank was late"),
    "voided": (COUNT, "stamps that were void because a rank was late for the common start"),
    "disturbances?": (DISTURBANCES, "what the kernel counted for the ranks, from each block's "
                      "warm-ups to its last stamp ([below](#disturbances))"),
    "time_us?": (SOME_US, "the median of `launch_us`; for a single launch the median of its "
                 "samples, or for `luecke` and `thesis` their mean"),
    "dropped?": (list_of(COUNT), "only `luecke`: indices of the samples that its filter dropped"),
    "median_us?": (SOME_US, "of all samples"),
    "ci95_us?": (INTERVAL, "of `time_us`, [low, high]; null with fewer than 6 launches"),
    "rate_MBps?": (number("MB/s", minimum=0), "by the pattern's formula"),
    "rate_formula?": (TEXT, "that formula"),
    "overlap?": (object_of({"exchange_us computing_us": (SOME_US, ""),
                            "percent": (number("%", minimum=0, maximum=100), ""),
                            "ci95": (INTERVAL, "")}),
                 "of `overlap`: the time of the exchange alone (`exchange_us`) and of the "
                 "computing alone (`computing_us`), measured in the same places; `percent` of the "
                 "shorter one that is hidden when both run together; its interval `ci95`, null "
                 "with fewer than 6 launches"),
    "messages_per_s?": (number("1/s", exclusiveMinimum=0), "of `bandwidth` and `message_rate`: the "
                        "messages of all pairs over the time"),
    "valid": (FLAG, "if `false`, there are no results"),
    "error?": (TEXT, "the reason, if it is not valid"),
    "pus": (list_of(or_null(COUNT)), "OS index of the hardware thread on which each rank last ran"),
    "numa": (list_of(NODE), "NUMA node of each rank's pages, as the kernel reports; `\"mixed\"` if "
             "several, null if unknown or none"),
    "numa_temporary": (NODE, "that of the shared temporary"),
    "huge_bytes": (list_of(BYTES), "for each rank, the bytes of its buffers in huge pages, as the "
                   "kernel reports"),
    "reading_us?": (SOME_US, "the part of the time in which the received data are read, if they "
                    "are in the reader's own caches: measured by each worker, the least of all "
                    "launches; absent if nothing is read within the time"),
    "groups?": (object_of({"levels": (SOME, ""), "ranks": (whole(least=2), "")}),
                "where ranks share memory, the groups in which they meet: `levels` and `ranks`, L "
                "and G of the declared costs, the variables of what an implementation declares"),
    "oversubscribed": (FLAG, "more ranks than cores"),
    "started": (TIME, "UTC"),
    "duration_s": (number("s", minimum=0), "that the worker spent on this cell"),
    "stopped": (words("precise", "budget", "method", "interrupted", "error", "batch"),
                "`budget`: its share of the time was used, or of `thesis` fewer trials than its "
                "10000 fitted; `method`: its number of trials was reached; `interrupted`: Ctrl-C, "
                "with enough launches for an interval; `batch`: of `comops simulate`"),
    "warnings": (list_of(TEXT, uniqueItems=True), "names of warnings, as `comops list "
                 "--catalogue` has them"),
    "counters?": (or_null(object_of({"group": (TEXT, ""), "runs": (SOME, ""),
                                     "events empty": (COUNTED, "")})),
                  "only with `--counters`; null if nothing was counted. `group`; `runs`, how many "
                  "were counted; `events`, `EVENT:COUNTER` -> each rank's count per run, null if "
                  "this processor does not have it; `empty`, the markers' count around nothing, "
                  "already subtracted"),
    "simulated?": (exactly(True), "only of `comops simulate`. `placement` is then the machine, "
                   "`method` is `batch`, `pus` and `numa` are null, and nothing has an interval"),
    "model?": (words("two-sided", "one-sided", "coherence"), "what simulated the cell: "
               "`coherence`, or which of the platform's models of messages"),
    "where?": (WHERE, "only of `coherence`: the time by cause ([below](#where))"),
}, [*TOGETHER, ("simulated", "model")], **either("valid", True, RESULTS, ["error"]))
