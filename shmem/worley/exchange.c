/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley's one-sided protocols over OpenSHMEM. A notice is one word: where, counted from memory at
 * the same place of every symmetric heap, and a number, so that it differs from the one before. */
#include "comops/worley/one_sided.h"

#include <shmem.h>
#include <stdalign.h>
#include <string.h>

enum { LINE_PAIR = 128 /* two lines: x86 prefetches lines in pairs */, NUMBER_BITS = 16 };

/* With one other rank. */
struct mail {
    alignas(LINE_PAIR) uint64_t from[NOTICES]; /* the other puts */
    alignas(LINE_PAIR) uint64_t sent[NOTICES];
    uint64_t awaited[NOTICES];
};

/* In symmetric memory, as the scratch is. */
struct exchange {
    char *scratch;
    struct mail with[]; /* each rank */
};

static void notice_send(struct job *job, int rank, enum notice what, char *where)
{
    struct exchange *own = job->state;
    uint64_t *word = &own->with[rank].sent[what];
    const uint64_t place = (uintptr_t)where - (uintptr_t)own;

    *word = place << NUMBER_BITS | (uint16_t)(*word + 1);
    shmem_fence(); /* what was stored and put there is there before the notice is */
    shmem_uint64_p(&own->with[job->rank].from[what], *word, rank);
}

static char *notice_await(struct job *job, int rank, enum notice what)
{
    struct mail *mail = &((struct exchange *)job->state)->with[rank];

    /* The runtime's wait: afterwards what the other did before is seen. */
    shmem_uint64_wait_until(&mail->from[what], SHMEM_CMP_NE, mail->awaited[what]);
    mail->awaited[what] = mail->from[what];
    return (char *)job->state + ((int64_t)mail->awaited[what] >> NUMBER_BITS);
}

static void data_get(struct job *job, struct message in, char *from)
{
    (void)job;
    shmem_getmem(in.data, from, in.bytes, in.rank);
}

static void data_put(struct job *job, struct message out, char *to)
{
    (void)job;
    shmem_putmem(to, out.data, out.bytes, out.rank);
}

bool exchange_open(struct job *job, size_t scratch, size_t largest)
{
    const size_t mails = sizeof(struct exchange) + (size_t)job->ranks * sizeof(struct mail);
    struct exchange *own = job->state = shmem_align(LINE_PAIR, mails + scratch);

    (void)largest;
    if (!own)
        return false;
    memset(own, 0, mails + scratch);
    own->scratch = (char *)own + mails;
    shmem_barrier_all(); /* no notice comes before its word is zero */
    return true;
}

void exchange_close(struct job *job)
{
    shmem_free(job->state);
}

char *exchange_scratch(const struct job *job)
{
    return ((const struct exchange *)job->state)->scratch;
}
