/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley's one-sided protocols between threads: get and put are copies, a notice is a number in a
 * cache line with one writer and one reader. */
#include "comops/worley/one_sided.h"
#include "shm_threads/flag.h"

#include <stdalign.h>
#include <stdlib.h>

/* With one other rank. Numbers only grow: none is reset, so none is lost. */
struct mailbox {
    alignas(CACHE_LINE_PAIR) struct {
        _Atomic uint64_t number;
        char *where;
    } from[NOTICES]; /* written by the other */
    alignas(CACHE_LINE_PAIR) uint64_t sent[NOTICES];
    uint64_t awaited[NOTICES];
};

struct exchange {
    char *scratch;         /* first, for exchange_scratch */
    struct mailbox with[]; /* one per rank */
};

static void notice_send(struct job *job, int rank, enum notice what, char *where)
{
    struct exchange *own = job->state, *other = job->peers[rank]->state;
    struct mailbox *mailbox = &other->with[job->rank];

    mailbox->from[what].where = where;
    flag_set(&mailbox->from[what].number,
             ++own->with[rank].sent[what]); /* release: `where` and the data */
}

static char *notice_await(struct job *job, int rank, enum notice what)
{
    struct mailbox *mailbox = &((struct exchange *)job->state)->with[rank];

    flag_wait(&mailbox->from[what].number, ++mailbox->awaited[what]); /* acquire: the same */
    return mailbox->from[what].where;
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

bool exchange_open(struct job *job, size_t scratch, size_t largest)
{
    const size_t head = sizeof(struct exchange) + (size_t)job->ranks * sizeof(struct mailbox);
    const size_t bytes = head + (scratch + CACHE_LINE_PAIR - 1) / CACHE_LINE_PAIR * CACHE_LINE_PAIR;
    struct exchange *own = job->state = aligned_alloc(CACHE_LINE_PAIR, bytes);

    (void)largest;
    if (!own)
        return false;
    memset(own, 0, bytes); /* first touched by the rank that reads it */
    own->scratch = (char *)own + head;
    return true;
}

void exchange_close(struct job *job)
{
    free(job->state);
}
