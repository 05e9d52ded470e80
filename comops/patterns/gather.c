/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

static size_t send_bytes(const struct job *job)
{
    return job->bytes;
}

static size_t recv_bytes(const struct job *job)
{
    return job->rank == ROOT ? job->bytes * (size_t)job->ranks : 0;
}

static double rate_bytes(const struct job *job)
{
    return (double)job->bytes * (job->ranks - 1);
}

static void fill(struct job *job, uint64_t repetition)
{
    marks_write(job->send, job->bytes, job->rank, ROOT, repetition);
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    if (job->rank != ROOT)
        return true;
    for (int sender = 0; sender < job->ranks; sender++) {
        const size_t slice = (size_t)sender * job->bytes;

        if (!marks_check(job->recv + slice, job->bytes, sender, ROOT, repetition, fault)) {
            fault->offset += slice;
            return false;
        }
    }
    return true;
}

PATTERN(.name = "gather",
        .summary = "rank 0 receives a slice from every rank, its own among them, in rank order",
        .completion = "A run ends on rank 0 when all slices are in its receive buffer, elsewhere "
                      "when the send buffer may be rewritten.",
        .bytes_mean = "the slice of one rank, as in osu_gather and IMB Gather",
        .rate_formula = "(ranks - 1) x bytes / time: the slices that come from another rank",
        .source = "Luo 1997, section 3.4; MPI_Gather", .unit = 1, .min_ranks = 2, .messages = 1,
        .non_overlapping = false, .by_default = true, .send_bytes = send_bytes,
        .recv_bytes = recv_bytes, .rate_bytes = rate_bytes, .fill = fill, .check = check);
