/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56 (1995), table 4, as printed: the receiver watches word count - 1 of
 * the message, count being the number of the size; the last word is n_count - 1. From the tenth
 * word on the reply may leave before the message is complete: the time is no upper bound, and the
 * data are not there. Words arrive in order here. That the receiver's preset may come too late is
 * mended by `ready` (preset_after_reply.c). */
#include "tests/printed/threads/arsc.h"
#include "tests/printed/threads/threads_late.h"

static const size_t sizes[] = {0, 1, 2, 3, 4, 5, 10, 20, 100, 200, 1000, 2000, 10000};
static _Atomic uint64_t ready, go;
static struct late rest;

static size_t watched(const struct job *job)
{
    size_t count = 1;

    while (sizes[count] < words(job))
        count++;
    return count - 1;
}

static void run(struct job *job)
{
    const size_t first = (watched(job) + 1) * sizeof(uint64_t);
    char *to = job->peers[RECEIVER]->recv;

    if (job->rank == SENDER) {
        WAIT_UNTIL(ready);
        ready = go = 0;
        put_late(&rest, to + first, job->send + first, job->bytes - first);
        for (size_t i = 0; i <= watched(job); i++) /* in order; the rest is still on its way */
            *word(job, i) = ((uint64_t *)job->send)[i];
        WAIT_UNTIL(go);
    } else if (job->rank == RECEIVER) {
        *word(job, watched(job)) = preset;
        ready = 1;
        WAIT_UNTIL(*word(job, watched(job)) != preset);
        go = 1;
    }
}

IMPLEMENTATION(threads, watches_word_of_count, put_acknowledged, .run = run,
               .summary = "the receiver watches a word in the midst of the message");
