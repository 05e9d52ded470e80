/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/patterns/alltoall.h"
#include "extensions/papers/patterns/as_printed.h"

/* A rank's own block stays where it is. */
static bool check_others(const struct job *job, uint64_t repetition, struct fault *fault)
{
    for (int distance = 1; distance < job->ranks; distance++) {
        const int sender = rank_before(job, distance);
        const size_t block = (size_t)sender * job->bytes;

        if (!marks_check(job->recv + block, job->bytes, sender, job->rank, repetition, fault)) {
            fault->offset += block;
            return false;
        }
    }
    return true;
}

PATTERN(.name = "alltoall_printed",
        .summary = "alltoall as printed: every rank gets its block from every other rank, without "
                   "notification",
        .completion = AS_PRINTED_COMPLETION("on a rank when the blocks of all others are in its "
                                            "receive buffer"),
        .source = "Luecke, Spanoyannis and Kraeva 2004, test 5", AS_PRINTED, ALLTOALL_DATA,
        .check = check_others);

PATTERN(.name = "alltoall_unrotated_printed",
        .summary = "alltoall_printed, but all ranks get from rank 0 first, against which the paper "
                   "warns, and from themselves in their turn",
        .completion = AS_PRINTED_COMPLETION("on a rank when the blocks of all ranks are in its "
                                            "receive buffer"),
        .source = "Luecke, Spanoyannis and Kraeva 2004, test 5", AS_PRINTED, ALLTOALL_DATA,
        .marked = true, .check = alltoall_check);
