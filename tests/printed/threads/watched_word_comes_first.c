/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56 (1995), table 4, with the last word watched, as was meant: that
 * takes for granted that words arrive in order. No put promises that; here the last one comes
 * first. That the preset may come too late is mended by `ready` (preset_after_reply.c). */
#include "tests/printed/threads/arsc.h"
#include "tests/printed/threads/threads_late.h"

static _Atomic uint64_t ready, go;
static struct late rest;

static void run(struct job *job)
{
    const size_t last = words(job) - 1;

    if (job->rank == SENDER) {
        WAIT_UNTIL(ready);
        ready = go = 0;
        put_late(&rest, job->peers[RECEIVER]->recv, job->send, last * sizeof(uint64_t));
        *word(job, last) = ((uint64_t *)job->send)[last];
        WAIT_UNTIL(go);
    } else if (job->rank == RECEIVER) {
        *word(job, last) = preset;
        ready = 1;
        WAIT_UNTIL(*word(job, last) != preset);
        go = 1;
    }
}

IMPLEMENTATION(threads, watched_word_comes_first, put_acknowledged, .run = run,
               .summary = "the receiver takes the last word for the whole message");
