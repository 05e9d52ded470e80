/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley 1999, section 3, the SWAP protocols over SHMEM, for every path on which a rank can read
 * and write another's memory. The paper omits that a buffer may only be reused when the other rank
 * is done with it, and does not define (1,6); here, as over MPI, a go message precedes the default,
 * which is get. The path defines the four functions below after this header. */
#pragma once

#include "comops/worley/exchange.h"

/* Notices: where data are or may be put; that they have been moved; that the sender may start. */
enum notice { READY, DONE, GO, NOTICES };

/* Everything a rank did before it sent a notice is visible to the rank that has awaited it. At most
 * one notice of a kind is in flight between two ranks, because the next one follows an answer. */
static void notice_send(struct job *job, int rank, enum notice what, char *where);
static char *notice_await(struct job *job, int rank, enum notice what);
static void data_get(struct job *job, struct message in, char *from);
static void data_put(struct job *job, struct message out, char *to);

/* The rank whose memory the other accesses says where it is, then waits until that is done. */
static void offer(struct job *job, struct message message)
{
    if (message.bytes)
        notice_send(job, message.rank, READY, message.data);
}

static void await_done(struct job *job, struct message message)
{
    if (message.bytes)
        notice_await(job, message.rank, DONE);
}

/* The rank that accesses it. */
static void move(struct job *job, struct message message,
                 void data_move(struct job *, struct message, char *))
{
    if (!message.bytes)
        return;
    data_move(job, message, notice_await(job, message.rank, READY));
    notice_send(job, message.rank, DONE, NULL);
}

/* Order 0: both ranks offer, then both move. */
static void exchange_unordered(struct job *job, struct message out, struct message in)
{
    const bool get = job->variant == VARIANT(0, 1);

    offer(job, get ? out : in);
    move(job, get ? in : out, get ? data_get : data_put);
    await_done(job, get ? out : in);
}

/* Order 1: one message after the other. In a swap the first message doubles as the second's go. */
static void send(struct job *job, struct message out, bool go)
{
    if (go && out.bytes && job->variant == VARIANT(1, 6))
        notice_await(job, out.rank, GO);
    if (job->variant == VARIANT(1, 2)) {
        move(job, out, data_put);
        return;
    }
    offer(job, out);
    await_done(job, out);
}

static void receive(struct job *job, struct message in, bool go)
{
    if (go && in.bytes && job->variant == VARIANT(1, 6))
        notice_send(job, in.rank, GO, NULL);
    if (job->variant != VARIANT(1, 2)) {
        move(job, in, data_get);
        return;
    }
    offer(job, in);
    await_done(job, in);
}

static void exchange_ordered(struct job *job, struct message out, struct message in)
{
    const bool first = exchange_first(job, out.rank, in.rank);
    const bool answered = out.rank == in.rank && out.bytes && in.bytes;

    if (first)
        send(job, out, true);
    receive(job, in, !(answered && first));
    if (!first)
        send(job, out, !answered);
}

void exchange(struct job *job, struct message out, struct message in)
{
    job->variant < VARIANT(1, 0) ? exchange_unordered(job, out, in)
                                 : exchange_ordered(job, out, in);
}
