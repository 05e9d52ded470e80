/* SPDX-License-Identifier: BSD-3-Clause */
/* One message there and one back: pingpong, and distant over all partners. */
#ifndef PATTERNS_PINGPONG_H
#define PATTERNS_PINGPONG_H

#include "comops/contract/partner.h"

static size_t pingpong_bytes(const struct job *job)
{
    return partner_takes_part(job) ? job->bytes : 0;
}

static double pingpong_rate_bytes(const struct job *job)
{
    return (double)job->bytes;
}

static void pingpong_fill(struct job *job, uint64_t repetition)
{
    if (partner_takes_part(job))
        marks_write(job->send, job->bytes, job->rank, 0, repetition);
}

static bool pingpong_check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return !partner_takes_part(job) ||
           marks_check(job->recv, job->bytes, partner_of(job), 0, repetition, fault);
}

#endif
