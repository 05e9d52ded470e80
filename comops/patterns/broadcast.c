/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

static size_t send_bytes(const struct job *job)
{
    return job->rank == ROOT ? job->bytes : 0;
}

static size_t recv_bytes(const struct job *job)
{
    return job->rank == ROOT ? 0 : job->bytes;
}

static double rate_bytes(size_t bytes, int ranks)
{
    (void)ranks;
    return (double)bytes;
}

static void fill(struct job *job, uint64_t repetition)
{
    if (job->rank == ROOT)
        marks_write(job->send, job->bytes, ROOT, 0, repetition);
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return job->rank == ROOT || marks_check(job->recv, job->bytes, ROOT, 0, repetition, fault);
}

PATTERN(.name = "broadcast",
        .summary = "rank 0's buffer reaches every other rank",
        .completion = "A run ends on rank 0 when its buffer may be rewritten, elsewhere when the "
                      "data are in the receive buffer.",
        .bytes_mean = "the buffer that every rank receives, as in osu_bcast and IMB Bcast",
        .rate_formula = "bytes / time",
        .source = "Luo 1997, section 3.2; MPI_Bcast", .unit = 1, .min_ranks = 2, .messages = 1,
        .closed = false, .by_default = true, .send_bytes = send_bytes, .recv_bytes = recv_bytes,
        .rate_bytes = rate_bytes, .fill = fill, .check = check);
