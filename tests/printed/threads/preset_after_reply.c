/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56 (1995), table 4, as printed: after its reply the receiver stores -2
 * into the word that it will watch next, while the reply lets the sender put that very word. A fast
 * sender's word is overwritten: a lost update, and both wait for ever. */
#include "tests/printed/threads/arsc.h"

static _Atomic uint64_t go;
static atomic_bool put; /* the message has arrived */

static void run(struct job *job)
{
    const size_t last = words(job) - 1;

    if (job->rank == SENDER) {
        go = 0;
        memcpy(job->peers[RECEIVER]->recv, job->send, job->bytes);
        put = true;
        WAIT_UNTIL(go);
    } else if (job->rank == RECEIVER) {
        HOLD_UNTIL(put); /* the sender does not wait for the next store */
        *word(job, last) = preset;
        WAIT_UNTIL(*word(job, last) != preset);
        put = false;
        go = 1;
    }
}

IMPLEMENTATION(threads, preset_after_reply, put_acknowledged, .run = run,
               .summary = "the receiver presets its word when the message may already be there");
