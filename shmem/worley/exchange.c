/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley's one-sided protocols over OpenSHMEM. A notice is one word: an offset from the same
 * symmetric address on every PE, and a number that makes it differ from the one before. */
#include "comops/worley/one_sided.h"

#include <shmem.h>
#include <stdalign.h>

enum { NUMBER_BITS = 16 };

struct mailbox {
    alignas(CACHE_LINE_PAIR) uint64_t from[NOTICES]; /* put by the other */
    alignas(CACHE_LINE_PAIR) uint64_t sent[NOTICES];
    uint64_t awaited[NOTICES];
};

/* In symmetric memory, like the scratch. */
struct exchange {
    char *scratch;         /* first, for exchange_scratch */
    struct mailbox with[]; /* one per rank */
};

static void notice_send(struct job *job, int rank, enum notice what, char *where)
{
    struct exchange *own = job->state;
    uint64_t *word = &own->with[rank].sent[what];
    const uint64_t place = (uintptr_t)where - (uintptr_t)own;

    *word = place << NUMBER_BITS | (uint16_t)(*word + 1);
    shmem_fence(); /* earlier stores and puts arrive before the notice does */
    shmem_uint64_p(&own->with[job->rank].from[what], *word, rank_in_team(job, rank));
}

static char *notice_await(struct job *job, int rank, enum notice what)
{
    struct mailbox *mailbox = &((struct exchange *)job->state)->with[rank];

    /* The runtime's wait: everything the other did before is visible afterwards. */
    shmem_uint64_wait_until(&mailbox->from[what], SHMEM_CMP_NE, mailbox->awaited[what]);
    mailbox->awaited[what] = mailbox->from[what];
    return (char *)job->state + ((int64_t)mailbox->awaited[what] >> NUMBER_BITS);
}

static void data_get(struct job *job, struct message in, char *from)
{
    shmem_getmem(in.data, from, in.bytes, rank_in_team(job, in.rank));
}

static void data_put(struct job *job, struct message out, char *to)
{
    shmem_putmem(to, out.data, out.bytes, rank_in_team(job, out.rank));
}

bool exchange_open(struct job *job, size_t scratch, size_t largest)
{
    const size_t head = sizeof(struct exchange) + (size_t)job->ranks * sizeof(struct mailbox);
    struct exchange *own = job->state = shmem_align(CACHE_LINE_PAIR, head + scratch);

    (void)largest;
    if (!own)
        return false;
    memset(own, 0, head + scratch);
    own->scratch = (char *)own + head;
    shmem_barrier_all(); /* all words are zero before the first notice */
    return true;
}

void exchange_close(struct job *job)
{
    shmem_free(job->state);
}
