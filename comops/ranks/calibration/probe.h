/* SPDX-License-Identifier: BSD-3-Clause */
/* The data of the probes. Both ranks call each probe; rank 0's result counts. */
#pragma once

#include "comops/ranks/arena/clock.h"
#include "comops/ranks/arena/meeting.h"

#include <math.h>

enum {
    PROBED = 128,       /* lines of a place, in random order */
    LINE_SPACING = 512, /* one line in each, so neither the next line nor a stream is prefetched */
    PLACE_BYTES = PROBED * LINE_SPACING,
    RANKS = 2
};

/* Holds the address of the next one; 0: the last. */
typedef _Atomic uintptr_t probed_line;

struct probed {
    struct meeting_point meeting;
    probed_line *lines[PROBED];       /* of this place, in the order of visits */
    char *own[RANKS], *target[RANKS]; /* copy_bytes each, first touched by its rank */
    char *swept;                      /* rank 0's: more than its core's cache holds */
    size_t copy_bytes, first_bytes, swept_bytes;
};

static inline double ns_since(uint64_t begin)
{
    return (double)(clock_now() - begin);
}

/* 10^6 bytes/s */
static inline double rate_of(size_t bytes, double ns)
{
    return (double)bytes / ns * 1e3;
}

/* ns of the operation, in the own cache: instructions.c */
double probe_hit(struct probed *probed, int rank);
double probe_store(struct probed *probed, int rank);
double probe_pause(struct probed *probed, int rank);
double probe_atomic(struct probed *probed, int rank);
double probe_fence(struct probed *probed, int rank);
double probe_futex_call(struct probed *probed, int rank); /* as the last of a libgomp barrier's */
double probe_reduce(struct probed *probed, int rank);     /* per byte */

/* ns from one line to the next, each address being read from the line before: lines.c */
double probe_modified(struct probed *probed, int rank);
double probe_kept(struct probed *probed, int rank);
double probe_shared(struct probed *probed, int rank);
double probe_memory(struct probed *probed, int rank);
double probe_handover(struct probed *probed, int rank);
double probe_window(struct probed *probed, int rank);
double probe_stores(struct probed *probed, int rank); /* how many */

/* 10^6 bytes/s: copies.c */
double probe_copy(struct probed *probed, int rank);
double probe_copy_own_first(struct probed *probed, int rank);
double probe_copy_first(struct probed *probed, int rank);
double probe_copy_other(struct probed *probed, int rank);
double probe_copy_back(struct probed *probed, int rank);
