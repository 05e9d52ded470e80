/* SPDX-License-Identifier: BSD-3-Clause */
#pragma once

#include "comops/ranks/worker/memory/mapping.h"

/* Memory that all ranks of a team access at the same addresses: one part per rank, each on pages of
 * its own, to be touched first by its rank. Threads map private memory. Processes map a memfd of
 * rank 0, which the others open through /proc: it has no name in any file system and disappears
 * with the last process that maps it. */
struct segment {
    char *mine;   /* this rank's part; NULL if it has no bytes */
    char *first;  /* rank 0's part */
    char *mapped; /* by this rank: its own part, or all parts */
    size_t bytes; /* mapped */
    enum page_size pages;
};

/* Called by all ranks together, each with the size of its own part, which may be 0. False on a rank
 * that has no memory, no such page left or, on all ranks, no address that is free in all processes.
 */
bool segment_create(struct segment *segment, const struct team *team, size_t bytes,
                    enum page_size pages);
void segment_free(struct segment *segment);
