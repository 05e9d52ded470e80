/* SPDX-License-Identifier: BSD-3-Clause */
/* A rank may begin the next barrier while another is still leaving this one, but cannot end it: n
 * in a row take n times as long as one, so runs count as non-overlapping. */
#include "comops/comops.h"

static size_t none(const struct job *job)
{
    (void)job;
    return 0;
}

static double rate_bytes(const struct job *job)
{
    (void)job;
    return 0;
}

static void fill(struct job *job, uint64_t repetition)
{
    (void)job;
    (void)repetition;
}

/* There are no data; the harness delays one rank and checks when the others end. */
static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    (void)job;
    (void)repetition;
    (void)fault;
    return true;
}

PATTERN(.name = "barrier", .summary = "every rank waits for all others",
        .completion = "A run ends on a rank after all ranks have begun it.",
        .bytes_mean = "nothing: no data move", .rate_formula = "none: no data move",
        .source = "MPBench; MPI_Barrier; osu_barrier", .unit = 0, .min_ranks = 2, .messages = 1,
        .non_overlapping = true, .synchronises = true, .send_bytes = none, .recv_bytes = none,
        .rate_bytes = rate_bytes, .fill = fill, .check = check);
