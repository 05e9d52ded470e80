/* SPDX-License-Identifier: BSD-3-Clause */
/* A rank may begin the next barrier while another is still leaving this one, but cannot end it: n
 * in a row take n times as long as one, so runs count as non-overlapping. */
#include "comops/ranks/patterns/no_messages.h"

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
        .source = "MPBench; MPI_Barrier; osu_barrier", .min_ranks = 2, .non_overlapping = true,
        .synchronises = true, NO_MESSAGES, .recv_bytes = no_bytes, .check = check);
