/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

static size_t send_bytes(const struct job *job)
{
    return job->bytes;
}

static size_t recv_bytes(const struct job *job)
{
    return job->bytes * (size_t)job->ranks;
}

static double rate_bytes(const struct job *job)
{
    return (double)job->bytes * (job->ranks - 1);
}

static void fill(struct job *job, uint64_t repetition)
{
    marks_write(job->send, job->bytes, job->rank, 0, repetition);
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    for (int sender = 0; sender < job->ranks; sender++) {
        const size_t slice = (size_t)sender * job->bytes;

        if (!marks_check(job->recv + slice, job->bytes, sender, 0, repetition, fault)) {
            fault->offset += slice;
            return false;
        }
    }
    return true;
}

PATTERN(.name = "allgather",
        .summary = "every rank receives a slice from every rank, its own among them, in rank order",
        .completion = "A run ends on a rank when all slices are in its receive buffer and its send "
                      "buffer may be rewritten.",
        .bytes_mean = "the slice of one rank, as in osu_allgather and IMB Allgather",
        .rate_formula = "(ranks - 1) x bytes / time: the slices that a rank gets from others",
        .source = "Luo 1997, section 3.4, with every rank as root; MPI_Allgather", .unit = 1,
        .min_ranks = 2, .messages = 1, .non_overlapping = false, .by_default = false,
        .send_bytes = send_bytes, .recv_bytes = recv_bytes, .rate_bytes = rate_bytes, .fill = fill,
        .check = check);
