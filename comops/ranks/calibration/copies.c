/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/calibration/probe.h"

#include "comops/ranks/canary/evict.h"

enum { COPIES = 64 };

static double copy_part(const struct probed *probed, int rank, const char *from, size_t bytes)
{
    const uint64_t begin = clock_now();

    memcpy(probed->target[rank], from, bytes);
    __asm__ volatile("" ::: "memory");
    return rate_of(bytes, ns_since(begin));
}

static double copy(const struct probed *probed, int rank, const char *from)
{
    return copy_part(probed, rank, from, probed->copy_bytes);
}

static void warm_target(const struct probed *probed, int rank)
{
    memset(probed->target[rank], rank, probed->copy_bytes);
}

double probe_copy(struct probed *probed, int rank)
{
    memset(probed->own[rank], rank, probed->copy_bytes);
    warm_target(probed, rank);
    return copy(probed, rank, probed->own[rank]);
}

/* A quarter of that cache to another quarter. */
double probe_copy_own_first(struct probed *probed, int rank)
{
    const size_t bytes = probed->first_bytes / 2;

    memcpy(probed->target[rank], probed->own[rank], bytes);
    const uint64_t begin = clock_now();

    for (int i = 0; i < COPIES; i++) {
        memcpy(probed->target[rank], probed->own[rank], bytes);
        __asm__ volatile("" ::: "memory");
    }
    return rate_of(COPIES * bytes, ns_since(begin));
}

/* The other rank has written it, and then `more`. */
static double copy_written(struct probed *probed, int rank, size_t bytes, size_t more)
{
    if (rank == 0) {
        warm_target(probed, rank);
    } else {
        memset(probed->own[rank], rank, bytes);
        memset(probed->target[rank], rank, more);
    }
    meeting_meet(&probed->meeting);
    return rank == 0 ? copy_part(probed, rank, probed->own[1], bytes) : NAN;
}

double probe_copy_first(struct probed *probed, int rank)
{
    return copy_written(probed, rank, probed->first_bytes, 0);
}

double probe_copy_other(struct probed *probed, int rank)
{
    return copy_written(probed, rank, probed->copy_bytes, probed->copy_bytes);
}

/* Both at once, in opposite directions; the rate of one. */
double probe_copy_both(struct probed *probed, int rank)
{
    memset(probed->own[rank], rank, probed->copy_bytes);
    warm_target(probed, rank);
    meeting_meet(&probed->meeting);
    return copy(probed, rank, probed->own[1 - rank]);
}

/* A part of `swept` that this core's cache has lost since its last use, to the next cache. */
double probe_copy_shared(struct probed *probed, int rank)
{
    if (rank != 0)
        return NAN;
    probed->swept_next = (probed->swept_next + probed->copy_bytes) % probed->swept_bytes;
    warm_target(probed, rank);
    return copy(probed, rank, probed->swept + probed->swept_next);
}

double probe_copy_memory(struct probed *probed, int rank)
{
    if (rank != 0 || !evict(probed->own[rank], probed->copy_bytes))
        return NAN;
    warm_target(probed, rank);
    return copy(probed, rank, probed->own[rank]);
}
