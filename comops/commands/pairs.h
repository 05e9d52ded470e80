/* SPDX-License-Identifier: BSD-3-Clause */
/* `comops machine --pairs`: latency and bandwidth between all pairs of cores. */
#pragma once

#include "comops/contract/tuning.h"
#include "topology/machine.h"

#include <jansson.h>
#include <stdio.h>

/* Symmetric matrices over `count` cores; entry [i * count + j] is NAN on the diagonal and where the
 * measurement failed. */
struct pairs {
    int count, cores;   /* cores measured, and of the machine; of many, only some are measured */
    int *pus;           /* OS index of each core's hardware thread, in hwloc's logical order */
    double *latency_us; /* one way, 8 bytes */
    double *rate_MBps;  /* one way, 1 MiB */
    struct tuning tuning;
};

/* Measures each pair alone with the ping-pong of threads/direct, tuned as in comops run. False,
 * with the reason on standard error, if that fails or is interrupted; earlier pairs are kept. */
bool pairs_measure(struct pairs *pairs, const struct machine *machine);
void pairs_free(struct pairs *pairs);

/* Two heat maps, then minimum, median and maximum by distance. */
void pairs_draw(FILE *out, const struct machine *machine, const struct pairs *pairs, bool colour);
json_t *pairs_json(const struct machine *machine, const struct pairs *pairs);
