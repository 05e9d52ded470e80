/* SPDX-License-Identifier: BSD-3-Clause */
/* Divides a plan into stages, tables that follow each other and are measured together, so that the
 * launches of each cell are spread over the time of all. */
#ifndef COMOPS_SCHEDULER_H
#define COMOPS_SCHEDULER_H

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

#endif
