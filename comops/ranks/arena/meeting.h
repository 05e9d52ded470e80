/* SPDX-License-Identifier: BSD-3-Clause */
/* Synchronization of a team around the timed code: the same words in shared memory and the same
 * instructions for threads and processes, so that both paths start with the same skew. */
#pragma once

#include "comops/comops.h"

#include <stdalign.h>
#include <stdatomic.h>

struct meeting_point {
    alignas(CACHE_LINE_PAIR) _Atomic uint32_t arrived;
    alignas(CACHE_LINE_PAIR) _Atomic uint32_t generation; /* number of completed barriers */
    alignas(CACHE_LINE_PAIR) _Atomic uint64_t start;      /* the agreed start, ns */
    alignas(CACHE_LINE_PAIR) _Atomic uint32_t late;       /* starts missed for a short lead */
    alignas(CACHE_LINE_PAIR) _Atomic uint32_t objections; /* ranks that disagree */
    uint32_t ranks;
    uint32_t oversubscribed; /* more ranks than cores: yield the core soon while waiting */
};

/* How far ahead a start is agreed on, ns: at first, and at most. */
enum { MEETING_LEAD_FIRST = 1000, MEETING_LEAD_MOST = 1000000 };

/* A central sense-reversing barrier (Mellor-Crummey and Scott 1991, algorithm 7, with the
 * generation as the sense): afterwards all ranks see what any rank wrote before. */
void meeting_meet(struct meeting_point *point);

/* True on every rank if `mine` is true on all. Also a barrier. */
bool meeting_agree(struct meeting_point *point, bool mine);

/* All ranks meet, agree on a start `lead` ns ahead, which rank 0 chooses, and return at that time.
 * *start receives the start, and *began the reading of the clock that ended the wait, when this
 * rank really began. False on a rank that was late: its sample is void. (Window-based start on one
 * clock: Hunold and Carpen-Amarie, "Reproducible MPI benchmarking is still not as easy as you
 * think", TPDS 2016.) */
bool meeting_start(struct meeting_point *point, int rank, uint64_t lead, uint64_t *start,
                   uint64_t *began);
