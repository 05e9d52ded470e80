/* SPDX-License-Identifier: BSD-3-Clause */
/* OpenMP's single construct, which ends in a barrier. The section copies into two places of the
 * temporary in turn: whoever writes to one again has passed the barrier of the run between, and all
 * ranks have copied out before that. */
#include "comops/ranks/contract/single.h"
#include "comops/ranks/contract/state.h"

static size_t temporary_bytes(const struct job *job)
{
    return 2 * single_place_bytes(job);
}

static bool setup(struct job *job)
{
    return state_allocate(job, sizeof(uint64_t)); /* this rank's runs */
}

static void run(struct job *job)
{
    uint64_t *const runs = job->state, *const mine = &single_words(job)[job->rank];
    char *const shared = job->temporary + ++*runs % 2 * single_place_bytes(job);

    *mine = 0;
#pragma omp single
    {
        memcpy(shared, job->send, job->bytes);
        *mine = 1;
    }
    memcpy(job->recv, shared, job->bytes);
}

static void complete(struct job *job)
{
#pragma omp barrier /* all have written their words */
    single_words_collect(job);
#pragma omp barrier /* all have read them: the next run may write */
}

IMPLEMENTATION(threads, library, single, .run = run, .setup = setup, .teardown = state_free,
               .complete = complete, .temporary_bytes = temporary_bytes, .copies = "2",
               .crossings = "P-1", .lines = "1", .waits = "1",
               .summary = "#pragma omp single; all ranks copy out");
