/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley 1999, section 3: the SWAP protocols over SHMEM, for every path on which a rank can read
 * and write another's memory. The paper omits that a buffer may only be reused when the other rank
 * is done with it, and does not define (1,6). Here, as over MPI, (1,6) is the default, get,
 * preceded by a go message. The path defines the four functions below after this header. */
#pragma once

#include "extensions/pstswm/worley/exchange.h"

/* Notices: where data are or may be put; that they have been moved; that the sender may start. At
 * most two of a kind are in flight between two ranks: the next one follows an answer to the first.
 */
enum notice { READY, DONE, GO, NOTICES };
enum { IN_FLIGHT = 2 };

/* The first member of what job->state points to. */
struct exchanges {
    char *scratch;
    struct messages {
        struct message out, in;
    } * open; /* by number */
};

static size_t exchanges_bytes(struct exchange_needs needs)
{
    return (size_t)needs.open * sizeof(struct messages) + needs.scratch;
}

/* In memory of that many bytes. */
static struct exchanges exchanges_in(char *memory, struct exchange_needs needs)
{
    return (struct exchanges){memory + (size_t)needs.open * sizeof(struct messages),
                              (struct messages *)memory};
}

/* Everything that a rank did before it sent a notice is visible to the rank that has awaited it. */
static void notice_send(struct job *job, int rank, enum notice what, char *where);
static char *notice_await(struct job *job, int rank, enum notice what);
static void data_get(struct job *job, struct message in, char *from);
static void data_put(struct job *job, struct message out, char *to);

static struct messages *messages_of(const struct job *job, int number)
{
    return &((struct exchanges *)job->state)->open[number];
}

/* The rank whose memory is accessed says where it is, then waits until the access is done. */
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

/* The rank that accesses the memory. */
static void move(struct job *job, struct message message,
                 void data_move(struct job *, struct message, char *))
{
    if (!message.bytes)
        return;
    data_move(job, message, notice_await(job, message.rank, READY));
    notice_send(job, message.rank, DONE, NULL);
}

static bool by_put(const struct job *job)
{
    return exchange_x(job) == 2;
}

static bool first(const struct job *job, const struct messages *both)
{
    return exchange_first(job, both->out.rank, both->in.rank);
}

/* Whether a go message precedes it. In a swap the first message serves as the second's. */
static bool goes(const struct job *job, const struct messages *both, struct message message,
                 bool sent_first)
{
    const bool answered = both->out.rank == both->in.rank && both->out.bytes && both->in.bytes;

    return exchange_x(job) == 6 && message.bytes && (sent_first || !answered);
}

/* The part of each side of a message that needs nothing from the other rank, except a go message
 * or, unordered, its offer; and the rest. */
static void receive_begin(struct job *job, const struct messages *both)
{
    if (goes(job, both, both->in, !first(job, both)))
        notice_send(job, both->in.rank, GO, NULL);
    if (by_put(job))
        offer(job, both->in);
}

static void send_begin(struct job *job, const struct messages *both)
{
    if (goes(job, both, both->out, first(job, both)))
        notice_await(job, both->out.rank, GO);
    if (!by_put(job))
        offer(job, both->out);
    else if (!exchange_ordered(job))
        move(job, both->out, data_put);
}

static void receive_end(struct job *job, const struct messages *both)
{
    by_put(job) ? await_done(job, both->in) : move(job, both->in, data_get);
}

static void send_end(struct job *job, const struct messages *both)
{
    if (!by_put(job))
        await_done(job, both->out);
    else if (exchange_ordered(job))
        move(job, both->out, data_put);
}

void exchange_begin(struct job *job, int number, struct message out, struct message in)
{
    struct messages *both = messages_of(job, number);

    *both = (struct messages){out, in};
    if (exchange_overlaps(job))
        receive_begin(job, both);
}

void exchange_middle(struct job *job, int number)
{
    if (exchange_overlaps(job))
        send_begin(job, messages_of(job, number));
}

/* One message after the other. */
static void end_ordered(struct job *job, const struct messages *both)
{
    const bool begun = exchange_overlaps(job), sends_first = first(job, both);

    for (int turn = 0; turn < 2; turn++) {
        const bool sends = sends_first == (turn == 0);

        if (!begun)
            sends ? send_begin(job, both) : receive_begin(job, both);
        sends ? send_end(job, both) : receive_end(job, both);
    }
}

void exchange_end(struct job *job, int number)
{
    const struct messages *both = messages_of(job, number);

    if (exchange_ordered(job)) {
        end_ordered(job, both);
        return;
    }
    if (!exchange_overlaps(job)) {
        receive_begin(job, both);
        send_begin(job, both);
    }
    receive_end(job, both);
    send_end(job, both);
}
