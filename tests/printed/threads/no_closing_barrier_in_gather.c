/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1997, section 3.4, as printed: no barrier after the root's reading, so a fast rank writes its
 * next slice into the temporary while the root still reads. A run here is two repetitions, as the
 * paper repeats; the second has other slices, and what the first one brought is kept. */
#include "comops/contract/buffer_bytes.h"
#include "tests/printed/patience.h"

#include <stdatomic.h>

static atomic_bool written; /* rank 1 has written the second repetition's slice */

static void run(struct job *job)
{
    char *slice = job->temporary + (size_t)job->rank * job->bytes;

    memcpy(slice, job->send, job->bytes);
#pragma omp barrier
    if (job->rank == ROOT) {
        HOLD_UNTIL(written); /* no barrier keeps the others from going on */
        memcpy(job->recv, job->temporary, job->bytes * (size_t)job->ranks);
    }
    memset(slice, 0, job->bytes); /* the second repetition */
    if (job->rank == 1)
        written = true;
#pragma omp barrier
    if (job->rank == ROOT)
        written = false;
#pragma omp barrier
}

IMPLEMENTATION(threads, no_closing_barrier_in_gather, gather, .run = run,
               .temporary_bytes = buffer_bytes_all,
               .summary = "the next repetition begins while the root reads");
