/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley's one-sided protocols over OpenSHMEM. A notice is one word: an offset from the same
 * symmetric address on every PE, and a number that makes it differ from the one before. */
#include "extensions/pstswm/worley/one_sided.h"

#include <shmem.h>
#include <stdalign.h>

enum { NUMBER_BITS = 16 };

struct mailbox {
    alignas(CACHE_LINE_PAIR) uint64_t from[NOTICES][IN_FLIGHT];    /* put by the other */
    alignas(CACHE_LINE_PAIR) uint64_t awaited[NOTICES][IN_FLIGHT]; /* the last ones */
    uint16_t sent[NOTICES], received[NOTICES];
};

/* In symmetric memory, like the scratch. */
struct exchange {
    struct exchanges open;
    struct mailbox with[]; /* one per rank */
};

static void notice_send(struct job *job, int rank, enum notice what, char *where)
{
    struct exchange *own = job->state;
    const uint64_t place = (uintptr_t)where - (uintptr_t)own;
    const uint16_t number = ++own->with[rank].sent[what];

    shmem_fence(); /* earlier stores and puts arrive before the notice does */
    shmem_uint64_p(&own->with[job->rank].from[what][number % IN_FLIGHT],
                   place << NUMBER_BITS | number, rank_in_team(job, rank));
}

static char *notice_await(struct job *job, int rank, enum notice what)
{
    struct mailbox *mailbox = &((struct exchange *)job->state)->with[rank];
    const uint16_t number = ++mailbox->received[what];
    uint64_t *from = &mailbox->from[what][number % IN_FLIGHT],
             *last = &mailbox->awaited[what][number % IN_FLIGHT];

    /* The runtime's wait: everything the other did before is visible afterwards. */
    shmem_uint64_wait_until(from, SHMEM_CMP_NE, *last);
    *last = *from;
    return (char *)job->state + ((int64_t)*last >> NUMBER_BITS);
}

static void data_get(struct job *job, struct message in, char *from)
{
    shmem_getmem(in.data, from, in.bytes, rank_in_team(job, in.rank));
}

static void data_put(struct job *job, struct message out, char *to)
{
    shmem_putmem(to, out.data, out.bytes, rank_in_team(job, out.rank));
}

bool exchange_open(struct job *job, struct exchange_needs needs)
{
    const size_t head = sizeof(struct exchange) + (size_t)job->ranks * sizeof(struct mailbox);
    const size_t bytes = head + exchanges_bytes(needs);
    struct exchange *own = job->state = shmem_align(CACHE_LINE_PAIR, bytes);

    if (!own)
        return false;
    memset(own, 0, bytes);
    own->open = exchanges_in((char *)own + head, needs);
    shmem_barrier_all(); /* all words are zero before the first notice */
    return true;
}

void exchange_close(struct job *job)
{
    shmem_free(job->state);
}
