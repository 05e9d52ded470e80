/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley's one-sided protocols between threads: get and put are copies, a notice is a number in a
 * cache line with one writer and one reader. */
#include "comops/ranks/contract/state.h"
#include "extensions/pstswm/worley/one_sided.h"
#include "shm_threads/flag.h"

#include <stdalign.h>

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
    struct exchanges open;
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

bool exchange_open(struct job *job, struct exchange_needs needs)
{
    const size_t head = sizeof(struct exchange) + (size_t)job->ranks * sizeof(struct mailbox);

    /* Zeroed, so first touched, by the rank that reads it. */
    if (!state_allocate(job, head + exchanges_bytes(needs)))
        return false;
    ((struct exchange *)job->state)->open = exchanges_in((char *)job->state + head, needs);
    return true;
}

void exchange_close(struct job *job)
{
    state_free(job);
}
