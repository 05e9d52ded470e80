/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/patterns/alltoall.h"

ALLTOALL_PATTERN(
        .name = "srtrans",
        .summary =
            "transpose in ranks - 1 steps, each sending to one rank and receiving from another",
        .source = "Worley 1999 (srtrans)");

ALLTOALL_PATTERN(.name = "swtrans",
                 .summary = "transpose by pairs: every rank swaps a block with every other",
                 .source = "Worley 1999 (swtrans)");

static const char *refusal(const struct job *job)
{
    return job->ranks & (job->ranks - 1) ? "the number of ranks must be a power of two" : NULL;
}

ALLTOALL_PATTERN(.name = "logtrans",
                 .summary = "transpose in log2(ranks) swaps of half the data each",
                 .source = "Worley 1999 (logtrans)", .refusal = refusal);
