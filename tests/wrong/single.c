/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: looked at and claimed in two steps, between which all others look: all execute. */
#include "comops/contract/single.h"

static bool claimed;

static void run(struct job *job)
{
    const bool executes = !claimed;

#pragma omp barrier /* all have looked */
    if (executes) {
        claimed = true;
        memcpy(job->recv, job->send, job->bytes);
    }
    single_words(job)[job->rank] = executes;
#pragma omp barrier /* all have claimed */
    if (job->rank == ROOT)
        claimed = false;
#pragma omp barrier /* the next run may look */
}

static void complete(struct job *job)
{
#pragma omp barrier /* all have written their words */
    single_words_collect(job);
#pragma omp barrier /* all have read them */
}

IMPLEMENTATION(threads, wrong, single, .run = run, .complete = complete,
               .summary = "looked at and claimed in two steps");
