/* SPDX-License-Identifier: BSD-3-Clause */
/* The algorithms share the endpoints and lines of `direct`, so that a comparison with it is one of
 * algorithms alone. They are meant for small messages, whose payload and flag share lines; a longer
 * one goes through buffers in pieces, one after the other, each a step of its own. */
#pragma once

#include "shm_threads/direct/line.h"

enum { PIECE_MOST = 1 << 13 }; /* bytes */

struct slot {
    struct line lines[LINES]; /* of a long piece only the number */
    char buffer[PIECE_MOST];
};

struct board {
    struct endpoint endpoint; /* first, for endpoint_of */
    struct slot *slots;
};

struct piece {
    size_t at, bytes; /* of the message */
    uint64_t step;
};

/* A board with `more` bytes behind it, and so many slots. */
static inline bool board_setup_with(struct job *job, size_t more, size_t slots)
{
    const size_t before = (sizeof(struct board) + more + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    struct board *board = direct_allocate(job, before + slots * sizeof(struct slot));

    if (board)
        board->slots = (struct slot *)((char *)board + before);
    return board;
}

static inline bool board_setup(struct job *job)
{
    return board_setup_with(job, 0, SLOTS);
}

static inline struct slot *slots_of(const struct job *job, int rank)
{
    return ((struct board *)job->peers[rank]->state)->slots;
}

static inline void each_piece(struct job *job, void move(struct job *job, struct piece piece))
{
    struct endpoint *mine = job->state;

    for (size_t at = 0; at < job->bytes; at += PIECE_MOST)
        move(job,
             (struct piece){.at = at,
                            .bytes = job->bytes - at < PIECE_MOST ? job->bytes - at : PIECE_MOST,
                            .step = ++mine->step});
}

/* Writes into the slot whose turn it is; prefetches the lines of the next. */
static inline void piece_write(const struct job *job, struct slot *slots, size_t count,
                               const char *from, struct piece piece)
{
    struct slot *slot = &slots[piece.step % count];

    if (is_small(job)) {
        lines_write(job, slot->lines, from, piece.step);
        lines_prefetch_next(job, slots[(piece.step + 1) % count].lines);
    } else {
        memcpy(slot->buffer, from, piece.bytes);
        flag_set(&slot->lines->number, piece.step);
    }
}

/* Returns where the piece lies once it has come: in `small`, or in the slot. */
static inline const char *piece_await(const struct job *job, const struct slot *slots, size_t count,
                                      char *small, struct piece piece)
{
    const struct slot *slot = &slots[piece.step % count];

    if (is_small(job))
        lines_read(job, slot->lines, small, piece.step);
    else
        flag_wait(&slot->lines->number, piece.step);
    return is_small(job) ? small : slot->buffer;
}

static inline void piece_read(const struct job *job, const struct slot *slots, size_t count,
                              char *to, struct piece piece)
{
    const char *found = piece_await(job, slots, count, to, piece);

    if (found != to)
        memcpy(to, found, piece.bytes);
}

/* Merges `mine` with what arrives in these slots, and returns the result, which is in `into`. */
static inline const char *piece_merge(const struct job *job, const struct slot *slots, size_t count,
                                      char *into, const char *mine, struct piece piece)
{
    alignas(CACHE_LINE) char small[SMALL];

    reduce_local(job->reduction, into, mine, piece_await(job, slots, count, small, piece),
                 piece.bytes);
    return into;
}

#define BOARD .shared = true, .setup = board_setup, .teardown = state_free
