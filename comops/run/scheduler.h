/* SPDX-License-Identifier: BSD-3-Clause */
/* Divides a plan into stages: consecutive bundles of tables that are measured together, so that the
 * launches of each cell are spread over the time of all. */
#pragma once

#include "comops/run/outlook.h"
#include "comops/run/recorder.h"
#include "comops/run/sampler.h"
#include "comops/run/stop.h"

struct scheduler {
    const struct plan *plan;
    const struct sampler *sampler;
    const struct outlook *outlook;
    struct recorder *recorder;
    const json_t *done; /* keys of cells an earlier run has measured, or NULL */
    double seconds;     /* for the whole plan */
    bool counting;      /* the requested counters are available */
};

/* False if interrupted, or if the results cannot be written. */
bool scheduler_run(const struct scheduler *scheduler);

/* Groups that are measured together: turns.h. */
struct stage {
    const struct sampler *sampler;
    const struct outlook *outlook;
    struct recorder *recorder;
    bool counting;       /* hardware counters first, in launches of their own */
    double share, later; /* seconds: its own, and those planned for the stages after it */
    /* Set by stage_measure. */
    struct group_state *groups;
    size_t count, cells;
    uint64_t begin;
};

/* Measures groups[0..count-1], whole bundles. Each group is recorded as soon as it ends, a table
 * shown with its last group. False if interrupted, or if the results cannot be written. */
bool stage_measure(struct stage *stage, const struct group *groups, size_t count);

/* Completes a group's cells and records them; with its last group a table is shown. False if that
 * fails. */
bool stage_end_group(const struct stage *stage, struct group_state *state, enum stop reason);
void stage_show_progress(const struct stage *stage, const struct group *group, int launch);
