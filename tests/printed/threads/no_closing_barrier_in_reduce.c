/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1997, section 3.3, as printed: no barrier after the root's reading, so a fast rank merges its
 * next values into the temporary while the root still reads. A run here is two repetitions, as the
 * paper repeats; the second has other values, and what the first one brought is kept. The temporary
 * is reset after both, which the listing forgets (temporary_not_reset.c). */
#include "comops/contract/buffer_bytes.h"
#include "tests/printed/patience.h"

#include <stdatomic.h>

static atomic_bool merged; /* rank 1 has merged the second repetition's values */

static void merge(struct job *job, const double *values)
{
#pragma omp critical(printed)
    reduce_local(MAX_DOUBLE, job->temporary, job->temporary, values, job->bytes);
}

static void run(struct job *job)
{
    double *values = (double *)job->send;

    merge(job, values);
#pragma omp barrier
    if (job->rank == ROOT) {
        HOLD_UNTIL(merged); /* no barrier keeps the others from going on */
        memcpy(job->recv, job->temporary, job->bytes);
    }
    values[0] += 1e18; /* the second repetition */
    merge(job, values);
    if (job->rank == 1)
        merged = true;
#pragma omp barrier
    values[0] -= 1e18; /* the harness may use it again */
    if (job->rank == ROOT) {
        merged = false;
        memset(job->temporary, 0, job->bytes);
    }
#pragma omp barrier
}

IMPLEMENTATION(threads, no_closing_barrier_in_reduce, reduce, .run = run,
               .temporary_bytes = buffer_bytes,
               .summary = "the next repetition begins while the root reads");
