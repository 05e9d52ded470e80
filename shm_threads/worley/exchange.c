/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley's one-sided protocols between threads: get and put are copies, a notice is a number in a
 * line that one rank alone writes and one alone reads. */
#include "comops/worley/one_sided.h"
#include "shm_threads/wait.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

/* With one other rank. Numbers are only ever counted up: none is reset, so none is lost. */
struct mail {
    alignas(LINE_PAIR) struct {
        _Atomic uint64_t number;
        char *where;
    } from[NOTICES]; /* the other writes */
    alignas(LINE_PAIR) uint64_t sent[NOTICES];
    uint64_t awaited[NOTICES];
};

struct exchange {
    char *scratch;
    struct mail with[]; /* each rank */
};

static void notice_send(struct job *job, int rank, enum notice what, char *where)
{
    struct exchange *own = job->state, *other = job->peers[rank]->state;
    struct mail *mail = &other->with[job->rank];

    mail->from[what].where = where;
    set(&mail->from[what].number, ++own->with[rank].sent[what]); /* release: `where`, data */
}

static char *notice_await(struct job *job, int rank, enum notice what)
{
    struct mail *mail = &((struct exchange *)job->state)->with[rank];

    wait_for(&mail->from[what].number, ++mail->awaited[what]); /* acquire: the same */
    return mail->from[what].where;
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
    const size_t mails = sizeof(struct exchange) + (size_t)job->ranks * sizeof(struct mail);
    const size_t bytes = mails + (scratch + LINE_PAIR - 1) / LINE_PAIR * LINE_PAIR;
    struct exchange *own = job->state = aligned_alloc(LINE_PAIR, bytes);

    (void)largest;
    if (!own)
        return false;
    memset(own, 0, bytes); /* first touched by the rank that reads it */
    own->scratch = (char *)own + mails;
    return true;
}

void exchange_close(struct job *job)
{
    free(job->state);
}

char *exchange_scratch(const struct job *job)
{
    return ((const struct exchange *)job->state)->scratch;
}
