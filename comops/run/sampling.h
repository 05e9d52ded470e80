/* SPDX-License-Identifier: BSD-3-Clause */
/* How to measure a run of a given length: alone or in a loop, and what becomes a sample. */
#pragma once

#include "comops/arena/clock.h"
#include "comops/comops.h"
#include "comops/plan/method.h"

struct sampling {
    bool loop;
    bool barrier_each;    /* each run after the runtime's barrier, timed by each rank for itself */
    uint32_t runs;        /* between two stamps */
    bool block_is_sample; /* the midmean of its stamps, which are kept */
    bool less_empty;      /* the empty runs among the stamps are subtracted */
    uint32_t warmups;
    uint32_t block_samples; /* stamps of one block; 0: as many as fit its time */
    bool within_budget;     /* fewer stamps if block_samples do not fit the block's time */
};

/* For a cell whose run takes `run_ns`, in a group whose fastest takes `fastest_ns`, because cells
 * of a pair must be measured alike (docs/method.md, "A sample"). `prepared`: each run is preceded
 * by work that does not belong to it. */
struct sampling sampling_of(const struct clock_quality *clock, const struct method *method,
                            const struct pattern *pattern, bool prepared, double run_ns,
                            double fastest_ns);

/* Stamps of one block of about `block_ns`, at least one; each takes `stamp_ns`. */
uint32_t sampling_block_stamps(const struct sampling *sampling, double block_ns, double stamp_ns);

/* Empty runs for a block of so many stamps. */
uint32_t sampling_empty_runs(const struct sampling *sampling, uint32_t stamps);

/* Untimed runs before the first stamp. */
uint32_t sampling_warmups(double run_ns);

/* The lead of the common start, ns, for a cell whose run takes `run_ns`. A long run evicts more
 * from the caches, and is not affected by a longer lead. */
uint64_t sampling_first_lead(double run_ns);

/* The lead of the common start in a cell's next block, ns. In the previous block it ended as
 * `lead`, and ranks were late for `late` of the stamps: longer if they were late for most, shorter
 * if enough stamps show that it can be. */
uint64_t sampling_lead(uint64_t lead, uint32_t stamps, size_t late);

double sampling_clamp(double value, double least, double most);
