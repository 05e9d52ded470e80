/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/patterns/alltoall.h"

static const char *refusal(const struct job *job)
{
    return job->ranks & (job->ranks - 1) ? "the number of ranks must be a power of two" : NULL;
}

ALLTOALL_PATTERN(.name = "logtrans",
                 .summary = "transpose in log2(ranks) swaps of half the data each",
                 .source = "Worley 1999 (logtrans)", .refusal = refusal);
