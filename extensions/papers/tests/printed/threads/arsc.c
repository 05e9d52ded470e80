/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56 (1995), tables 3 and 4: the words of its messages, and the word
 * that its receiver watches. */
#include "extensions/papers/tests/printed/printed.h"
#include "extensions/papers/tests/printed/threads/threads_late.h"

#include <stdatomic.h>

enum { SENDER = 0, RECEIVER = 1 };

static const uint64_t preset = (uint64_t)-2;

static _Atomic uint64_t *word(const struct job *job, size_t index)
{
    return (_Atomic uint64_t *)job->peers[RECEIVER]->recv + index;
}

static size_t words(const struct job *job)
{
    return job->bytes / sizeof(uint64_t);
}

static _Atomic uint64_t ready, go;
static struct late rest;

/* ARSC T3D Users' Newsletter 56 (1995), table 4, as printed: after its reply the receiver stores -2
 * into the word that it will watch next, while the reply lets the sender put that very word. A fast
 * sender's word is overwritten: a lost update, and both wait for ever. */
static atomic_bool put; /* the message has arrived */

static void preset_after_reply(struct job *job)
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

PRINTED(threads, preset_after_reply, put_acknowledged,
        .summary = "the receiver presets its word when the message may already be there");

/* ARSC T3D Users' Newsletter 56 (1995), table 4, as printed: the receiver watches word count - 1 of
 * the message, count being the number of the size; the last word is n_count - 1. From the tenth
 * word on the reply may leave before the message is complete: the time is no upper bound, and the
 * data are not there. Words arrive in order here. That the receiver's preset may come too late is
 * mended by `ready` (preset_after_reply). */
static const size_t sizes[] = {0, 1, 2, 3, 4, 5, 10, 20, 100, 200, 1000, 2000, 10000};

static size_t watched(const struct job *job)
{
    size_t count = 1;

    while (sizes[count] < words(job))
        count++;
    return count - 1;
}

static void watches_word_of_count(struct job *job)
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

PRINTED(threads, watches_word_of_count, put_acknowledged,
        .summary = "the receiver watches a word in the midst of the message");

/* ARSC T3D Users' Newsletter 56 (1995), table 4, with the last word watched, as was meant: that
 * takes for granted that words arrive in order. No put promises that; here the last one comes
 * first. That the preset may come too late is mended by `ready` (preset_after_reply). */
static void watched_word_comes_first(struct job *job)
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

PRINTED(threads, watched_word_comes_first, put_acknowledged,
        .summary = "the receiver takes the last word for the whole message");
