/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the ranks of one team meet around the timed code: the same words in shared memory and the
 * same instructions for threads and for processes, so that both paths start with the same skew. */
#ifndef COMOPS_MEETING_H
#define COMOPS_MEETING_H

#include "comops/contract/cache_line.h"

#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct meeting_point {
    alignas(CACHE_LINE_PAIR) _Atomic uint32_t arrived;
    alignas(CACHE_LINE_PAIR) _Atomic uint32_t generation; /* how often all ranks have met */
    alignas(CACHE_LINE_PAIR) _Atomic uint64_t start;      /* the agreed moment, ns */
    alignas(CACHE_LINE_PAIR) _Atomic uint32_t late; /* ranks that missed an agreed moment, ever */
    alignas(CACHE_LINE_PAIR) _Atomic uint32_t objections; /* ranks that did not agree */
    uint32_t ranks;
    uint32_t impatient; /* more ranks than cores: give the core away while waiting */
};

/* A sense-reversing central barrier (Mellor-Crummey and Scott 1991, algorithm 7, with the
 * generation as the sense): everything written before it is seen by all after it. */
void meeting_meet(struct meeting_point *point);

/* True on every rank if all said true. Ends with all ranks met. */
bool meeting_agree(struct meeting_point *point, bool mine);

/* All ranks meet, agree on a moment `lead` ns ahead, and return when it has come; *start is that
 * moment. False on a rank that was late for it: its sample is void. Rank 0 chooses the moment.
 * (Hunold and Carpen-Amarie, "Reproducible MPI benchmarking is still not as easy as you think",
 * TPDS 2016, window-based start, on one clock.) */
bool meeting_start(struct meeting_point *point, int rank, uint64_t lead, uint64_t *start);

#endif
