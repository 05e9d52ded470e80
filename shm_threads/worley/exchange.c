/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley's one-sided protocols between threads: get and put are copies, a notice is a number in a
 * cache line with one writer and one reader. */
#include "comops/worley/one_sided.h"
#include "shm_threads/flag.h"

#include <stdalign.h>
#include <stdlib.h>

/* With one other rank. Numbers only grow: none is reset, so none is lost. */
struct mailbox {
    alignas(CACHE_LINE_PAIR) struct place {
        _Atomic uint64_t number;
        char *where;
    } from[NOTICES][IN_FLIGHT]; /* written by the other */
    alignas(CACHE_LINE_PAIR) uint64_t sent[NOTICES];
    uint64_t awaited[NOTICES];
};

struct exchange {
    char *scratch; /* first, for exchange_scratch */
    struct messages *open;
    struct mailbox with[]; /* one per rank */
};

static void notice_send(struct job *job, int rank, enum notice what, char *where)
{
    struct exchange *own = job->state, *other = job->peers[rank]->state;
    const uint64_t number = ++own->with[rank].sent[what];
    struct place *to = &other->with[job->rank].from[what][number % IN_FLIGHT];

    to->where = where;
    flag_set(&to->number, number); /* release: `where` and the data */
}

static char *notice_await(struct job *job, int rank, enum notice what)
{
    struct mailbox *mailbox = &((struct exchange *)job->state)->with[rank];
    const uint64_t number = ++mailbox->awaited[what];

    flag_wait(&mailbox->from[what][number % IN_FLIGHT].number, number); /* acquire: the same */
    return mailbox->from[what][number % IN_FLIGHT].where;
}

static void data_get(struct job *job, struct message in, char *from)
{
    (void)job;
    memcpy(in.data, from, in.bytes);
}

static void data_put(struct job *job, struct message out, char *to)
{
    (void)job;
    memcpy(to, out.data, out.bytes);
}

static struct messages *messages_of(struct job *job, int number)
{
    return &((struct exchange *)job->state)->open[number];
}

static size_t aligned(size_t bytes)
{
    return (bytes + CACHE_LINE_PAIR - 1) / CACHE_LINE_PAIR * CACHE_LINE_PAIR;
}

bool exchange_open(struct job *job, struct exchange_needs needs)
{
    const size_t head = sizeof(struct exchange) + (size_t)job->ranks * sizeof(struct mailbox);
    const size_t open = aligned((size_t)needs.open * sizeof(struct messages));
    const size_t bytes = head + open + aligned(needs.scratch);
    struct exchange *own = job->state = aligned_alloc(CACHE_LINE_PAIR, bytes);

    if (!own)
        return false;
    memset(own, 0, bytes); /* first touched by the rank that reads it */
    own->open = (struct messages *)((char *)own + head);
    own->scratch = (char *)own + head + open;
    return true;
}

void exchange_close(struct job *job)
{
    free(job->state);
}
