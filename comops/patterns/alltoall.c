/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

static size_t all_bytes(const struct job *job)
{
    return job->bytes * (size_t)job->ranks;
}

static double rate_bytes(size_t bytes, int ranks)
{
    return (double)bytes * (ranks - 1);
}

static void fill(struct job *job, uint64_t repetition)
{
    for (int receiver = 0; receiver < job->ranks; receiver++)
        marks_write(job->send + (size_t)receiver * job->bytes, job->bytes, job->rank, receiver,
                    repetition);
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    for (int sender = 0; sender < job->ranks; sender++) {
        const size_t block = (size_t)sender * job->bytes;

        if (!marks_check(job->recv + block, job->bytes, sender, job->rank, repetition, fault)) {
            fault->offset += block;
            return false;
        }
    }
    return true;
}

PATTERN(.name = "alltoall",
        .summary = "every rank has a block for every rank, itself among them; each receives its "
                   "blocks in rank order",
        .completion = "A run ends on a rank when the blocks of all ranks are in its receive buffer "
                      "and its send buffer may be rewritten.",
        .bytes_mean = "the block for one receiver, as in osu_alltoall and IMB Alltoall",
        .rate_formula = "(ranks - 1) x bytes / time: the blocks that a rank gets from others",
        .source = "Luecke, Spanoyannis and Kraeva 2004, test 5; MPI_Alltoall", .unit = 1,
        .min_ranks = 2, .messages = 1, .closed = false, .by_default = false,
        .send_bytes = all_bytes, .recv_bytes = all_bytes, .rate_bytes = rate_bytes, .fill = fill,
        .check = check);
