/* SPDX-License-Identifier: BSD-3-Clause */
/* How to measure a run of a given length: alone or in a loop, what becomes a sample. */
#pragma once

#include "comops/arena/clock.h"
#include "comops/comops.h"
#include "comops/plan/method.h"

struct sampling {
    bool loop;
    bool barrier_each;    /* each run after the runtime's barrier, timed by each rank for itself */
    uint32_t runs;        /* between two stamps */
    bool block_is_sample; /* the midmean of its stamps, which are kept */
    bool less_empty;      /* what empty runs among the stamps take is taken off */
    uint32_t warmups;
    uint32_t block_samples; /* stamps of one block; 0: as many as fit its time */
    bool within_budget;     /* fewer stamps where block_samples do not fit the block's time */
};

/* For a cell whose run takes `run_ns`, in a group whose fastest takes `fastest_ns`: cells of a pair
 * must be measured alike (docs/method.md, "A sample"). `prepared`: before each run something is
 * done that does not belong to it. */
struct sampling sampling_of(const struct clock_quality *clock, const struct method *method,
                            const struct pattern *pattern, bool prepared, double run_ns,
                            double fastest_ns);

/* Stamps of one block of about `block_ns`, at least one, that follow each other in `stamp_ns`. */
uint32_t sampling_block_stamps(const struct sampling *sampling, double block_ns, double stamp_ns);

/* Empty runs for a block of so many stamps. */
uint32_t sampling_empty_runs(const struct sampling *sampling, uint32_t stamps);

/* Untimed runs before the first stamp. */
uint32_t sampling_warmups(double run_ns);

/* The lead of the common start, ns, of a cell whose run takes `run_ns`: a long run evicts more from
 * the caches, and a longer lead does not change it. */
uint64_t sampling_first_lead(double run_ns);

/* The lead of the common start in a cell's next block, ns, after one that ended with `lead` and in
 * which ranks were late for `late` of its stamps: longer where they were for most, shorter where
 * enough stamps show that it need not be so long. */
uint64_t sampling_lead(uint64_t lead, uint32_t stamps, size_t late);

double sampling_clamp(double value, double least, double most);
