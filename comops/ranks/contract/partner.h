/* SPDX-License-Identifier: BSD-3-Clause */
/* The two ranks of a point-to-point pattern: rank 0 and its partner, which is rank 1 or the value
 * of the series. */
#pragma once

#include "comops/comops.h"

static inline int partner_of_root(const struct job *job)
{
    return job->series ? (int)job->series : 1;
}

static inline bool partner_takes_part(const struct job *job)
{
    return job->rank == ROOT || job->rank == partner_of_root(job);
}

static inline int partner_of(const struct job *job)
{
    return job->rank == ROOT ? partner_of_root(job) : ROOT;
}

/* A message between rank 0 and each rank, or each other one, in turn; one series per partner. */
/* Itself first. */
static inline size_t each_partner(int ranks, int index)
{
    return index < ranks ? (size_t)index : SERIES_END;
}

static inline size_t other_partner(int ranks, int index)
{
    return index + 1 < ranks ? (size_t)index + 1 : SERIES_END;
}

/* A ping-pong also implements `distant`, one series for each partner. */
#define PINGPONG(path_name, protocol_name, ...)                                                    \
    IMPLEMENTATION(path_name, protocol_name, pingpong, __VA_ARGS__);                               \
    IMPLEMENTATION(path_name, protocol_name, distant, __VA_ARGS__)
