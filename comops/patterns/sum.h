/* SPDX-License-Identifier: BSD-3-Clause */
/* The sum of all ranks' vectors on every rank, by whatever algorithm. */
#ifndef PATTERNS_SUM_H
#define PATTERNS_SUM_H

#include "comops/patterns/doubles.h"

static size_t sum_bytes(const struct job *job)
{
    return job->bytes;
}

static double sum_rate_bytes(const struct job *job)
{
    return (double)job->bytes;
}

static void sum_fill(struct job *job, uint64_t repetition)
{
    doubles_write(job, job->bytes, repetition);
}

static bool sum_check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return sums_check(job, repetition, fault);
}

#endif
