/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/calibration/probe.h"

enum { COPIES = 64 };

static double copy(char *to, const char *from, size_t bytes)
{
    const uint64_t begin = clock_now();

    memcpy(to, from, bytes);
    __asm__ volatile("" ::: "memory");
    return rate_of(bytes, ns_since(begin));
}

static void warm_target(const struct probed *probed, int rank)
{
    memset(probed->target[rank], rank, probed->copy_bytes);
}

double probe_copy(struct probed *probed, int rank)
{
    memset(probed->own[rank], rank, probed->copy_bytes);
    warm_target(probed, rank);
    return copy(probed->target[rank], probed->own[rank], probed->copy_bytes);
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
    return rank == 0 ? copy(probed->target[0], probed->own[1], bytes) : NAN;
}

double probe_copy_first(struct probed *probed, int rank)
{
    return copy_written(probed, rank, probed->first_bytes, 0);
}

double probe_copy_other(struct probed *probed, int rank)
{
    return copy_written(probed, rank, probed->copy_bytes, probed->copy_bytes);
}

/* The other rank has evicted it from its first-level cache. */
double probe_copy_back(struct probed *probed, int rank)
{
    if (rank == 0)
        memset(probed->own[1], rank, probed->copy_bytes);
    meeting_meet(&probed->meeting);
    if (rank == 1)
        memcpy(probed->target[rank], probed->own[rank], probed->copy_bytes);
    else
        memset(probed->own[rank], rank, probed->copy_bytes);
    meeting_meet(&probed->meeting);
    return rank == 0 ? copy(probed->own[1], probed->own[0], probed->copy_bytes) : NAN;
}
