/* SPDX-License-Identifier: BSD-3-Clause */
/* Divides a plan into stages, tables that follow each other and are measured together, so that the
 * launches of each cell are spread over the time of all. */
#pragma once

#include "comops/run/recorder.h"
#include "comops/run/sampler.h"

struct scheduler {
    const struct plan *plan;
    const struct sampler *sampler;
    struct recorder *recorder;
    const json_t *done; /* keys of cells an earlier run has measured, or NULL */
    double seconds;     /* for all of it */
    bool counting;      /* the options' counters can be had here */
};

/* False if interrupted, or if the results cannot be written. */
bool scheduler_run(const struct scheduler *scheduler);

/* Groups that are measured together. They take turns: in each launch of the workers, in shuffled
 * order, each gets a few blocks of every cell, until its intervals over the launches are narrow
 * enough or the time is up. A group that is precise leaves its time to the others. With a single
 * launch one group follows the other, and its intervals are over the blocks. */
struct stage {
    const struct sampler *sampler;
    struct recorder *recorder;
    bool counting;       /* hardware counters first, in launches of their own */
    double share, later; /* seconds: its own, and those planned for the stages after it */
    /* Set by stage_measure. */
    struct group_state *groups;
    size_t count, cells;
    uint64_t begin;
};

/* Measures groups[0..count-1], whole tables. Each group is recorded as soon as it ends, a table
 * shown with its last group. False if interrupted, or if the results cannot be written. */
bool stage_measure(struct stage *stage, const struct group *groups, size_t count);
