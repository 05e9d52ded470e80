/* SPDX-License-Identifier: BSD-3-Clause */
/* The sum of all ranks' vectors on every rank, by whatever algorithm. */
#ifndef COMOPS_VECTOR_SUM_H
#define COMOPS_VECTOR_SUM_H

#include "comops/patterns/elements.h"

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
    elements_write(job, SUM_DOUBLE, job->bytes, repetition);
}

static bool sum_check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return elements_check(job, SUM_DOUBLE, 0, repetition, fault);
}

#endif
