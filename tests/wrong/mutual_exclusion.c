/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: each rank reads the shared vector before it enters, and writes it inside. */
#include "comops/contract/buffer_bytes.h"

#include <stdlib.h>

static bool setup(struct job *job)
{
    job->state = malloc(job->bytes);
    if (job->rank == ROOT)
        memset(job->temporary, 0, job->bytes);
    return job->state;
}

static void teardown(struct job *job)
{
    free(job->state);
}

static void run(struct job *job)
{
    reduce_local(SUM_INT64, job->state, job->temporary, job->send, job->bytes);
#pragma omp barrier /* all have read it */
#pragma omp critical(wrong_mutual_exclusion)
    memcpy(job->temporary, job->state, job->bytes);
}

static void complete(struct job *job)
{
#pragma omp barrier /* all have written it */
    if (job->rank == ROOT) {
        memcpy(job->recv, job->temporary, job->bytes);
        memset(job->temporary, 0, job->bytes);
    }
#pragma omp barrier /* the vector is 0 */
}

IMPLEMENTATION(threads, wrong, mutual_exclusion, .run = run, .setup = setup, .teardown = teardown,
               .complete = complete, .temporary_bytes = buffer_bytes,
               .summary = "read before the section, written in it");
