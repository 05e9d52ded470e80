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

/* A ping-pong also implements `distant`, one series for each partner. */
#define PINGPONG(path_name, protocol_name, ...)                                                    \
    IMPLEMENTATION(path_name, protocol_name, pingpong, __VA_ARGS__);                               \
    IMPLEMENTATION(path_name, protocol_name, distant, __VA_ARGS__)
