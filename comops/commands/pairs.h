/* SPDX-License-Identifier: BSD-3-Clause */
/* `comops machine --pairs`: latency and bandwidth between all pairs of cores. */
#ifndef COMOPS_PAIRS_H
#define COMOPS_PAIRS_H

#include "topology/machine.h"

#include <jansson.h>
#include <stdio.h>

/* What was found between `count` cores; entry [i * count + j] is of cores i and j, in both orders
 * the same, NAN on the diagonal and where it could not be measured. */
struct pairs {
    int count, cores;   /* measured; of the machine: fewer are measured if there are many */
    int *pus;           /* OS index of each core's hardware thread, in hwloc's logical order */
    double *latency_us; /* one way, 8 bytes */
    double *rate_MBps;  /* one way, 1 MiB */
};

/* Measures with the threads' direct ping-pong, each pair alone. False, with why, if that cannot be
 * or was interrupted; what was measured until then is kept. */
bool pairs_measure(struct pairs *pairs, const struct machine *machine, char *why, size_t why_size);
void pairs_free(struct pairs *pairs);

/* Two heat maps, and the least, median and greatest of each distance. */
void pairs_draw(FILE *out, const struct machine *machine, const struct pairs *pairs, bool colour);
json_t *pairs_json(const struct machine *machine, const struct pairs *pairs);

#endif
