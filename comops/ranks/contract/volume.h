/* SPDX-License-Identifier: BSD-3-Clause */
/* A fixed volume cut into messages of job->bytes; the last one may be shorter. */
#pragma once

#include "comops/comops.h"

/* Length of the message that begins at `offset`; job->series is the volume. */
static inline size_t volume_message(const struct job *job, size_t offset)
{
    const size_t left = job->series - offset;

    return left < job->bytes ? left : job->bytes;
}

/* The partner of a swap; the rank itself for the last of an odd number. */
static inline int volume_partner(const struct job *job)
{
    const int partner = job->rank ^ 1;

    return partner < job->ranks ? partner : job->rank;
}
