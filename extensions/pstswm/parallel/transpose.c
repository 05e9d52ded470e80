/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/pstswm/parallel/transpose.h"

#include "extensions/pstswm/worley/exchange.h"
#include "extensions/pstswm/parallel/group.h"
#include "extensions/pstswm/transforms/arrays.h"

#include <stdlib.h>

size_t remap_largest(const struct remap *const *remaps, const struct job *job)
{
    size_t largest = 0;

    for (; *remaps; remaps++)
        for (int to = 0; to < job->ranks; to++)
            if (to != job->rank && remap_block(*remaps, job->rank, to) > largest)
                largest = remap_block(*remaps, job->rank, to);
    return largest;
}

size_t remap_sent(const struct remap *remap, const struct job *job, int to)
{
    size_t begin = 0;

    for (int rank = 0; rank < to; rank++)
        begin += remap_block(remap, job->rank, rank);
    return begin;
}

size_t remap_received(const struct remap *remap, const struct job *job, int from)
{
    size_t begin = 0;

    for (int rank = 0; rank < from; rank++)
        begin += remap_block(remap, rank, job->rank);
    return begin;
}

static void begin(struct job *job, const struct remap *remap, int step, int to, int from)
{
    exchange_begin(job, step,
                   (struct message){job->send + remap_sent(remap, job, to),
                                    remap_block(remap, job->rank, to), to},
                   (struct message){job->recv + remap_received(remap, job, from),
                                    remap_block(remap, from, job->rank), from});
}

/* Blocks are in place, so all exchanges begin at once if they may overlap. */
static void exchange_all(struct job *job, const struct remap *remap,
                         int to_of(const struct job *, int step),
                         int from_of(const struct job *, int step))
{
    for (int step = 0; step < job->ranks; step++)
        if (to_of(job, step) != job->rank)
            begin(job, remap, step, to_of(job, step), from_of(job, step));
    for (int step = 0; step < job->ranks; step++)
        if (to_of(job, step) != job->rank)
            exchange_middle(job, step);
    memcpy(job->recv + remap_received(remap, job, job->rank),
           job->send + remap_sent(remap, job, job->rank), remap_block(remap, job->rank, job->rank));
    for (int step = 0; step < job->ranks; step++)
        if (to_of(job, step) != job->rank)
            exchange_end(job, step);
}

static void run_shifts(struct job *job, const struct remap *remap)
{
    exchange_all(job, remap, rank_after, rank_before);
}

static void run_swaps(struct job *job, const struct remap *remap)
{
    exchange_all(job, remap, partner_of_step, partner_of_step);
}

/* ---- in log2(ranks) SWAPs, which move more data than the others; for a power of two ---------- */

/* Slot b of a rank initially has its block for rank b, and finally the one from rank b. In the SWAP
 * of a bit, from the highest to the lowest, the rank sends the slots whose number differs from its
 * own in this bit. */

/* Bytes in a slot of a rank when the bits above `bit` have been swapped: the source has the rank's
 * low bits, the destination those of the slot. */
static size_t slot_bytes(const struct remap *remap, int rank, int slot, int bit)
{
    const int low = 2 * bit - 1;

    return remap_block(remap, (rank & low) | (slot & ~low), (slot & low) | (rank & ~low));
}

/* The bytes that a rank sends in the SWAP of this bit. */
static size_t given_bytes(const struct remap *remap, const struct job *job, int rank, int bit)
{
    size_t bytes = 0;

    for (int slot = 0; slot < job->ranks; slot++)
        if ((slot ^ rank) & bit)
            bytes += slot_bytes(remap, rank, slot, bit);
    return bytes;
}

/* One packed message, and what arrives in each SWAP. */
static size_t logtrans_scratch(const struct job *job, const struct remap *remap)
{
    size_t largest = 0, arrived = 0;

    for (int bit = job->ranks / 2; bit; bit /= 2) {
        const size_t given = given_bytes(remap, job, job->rank, bit);

        largest = given > largest ? given : largest;
        arrived += given_bytes(remap, job, job->rank ^ bit, bit);
    }
    return largest + arrived;
}

/* If the exchange may overlap, the rank is ready to receive before it packs. Returns the end of the
 * data that have arrived. */
static char *swap_slots(struct job *job, const struct remap *remap, char **slots, int bit,
                        char *packed, char *arrived)
{
    const int partner = job->rank ^ bit;

    exchange_begin(job, 0,
                   (struct message){packed, given_bytes(remap, job, job->rank, bit), partner},
                   (struct message){arrived, given_bytes(remap, job, partner, bit), partner});
    for (int slot = 0; slot < job->ranks; slot++)
        if ((slot ^ job->rank) & bit) {
            const size_t bytes = slot_bytes(remap, job->rank, slot, bit);

            memcpy(packed, slots[slot], bytes);
            packed += bytes;
        }
    exchange_middle(job, 0);
    exchange_end(job, 0);
    for (int slot = 0; slot < job->ranks; slot++)
        if ((slot ^ job->rank) & bit) {
            slots[slot] = arrived;
            arrived += slot_bytes(remap, partner, slot ^ bit, bit);
        }
    return arrived;
}

static void logtrans(struct job *job, const struct remap *remap)
{
    char **slots = array_take((size_t)job->ranks * sizeof *slots);
    char *arrived = exchange_scratch(job);
    char *packed = arrived;

    for (int bit = job->ranks / 2; bit; bit /= 2)
        packed += given_bytes(remap, job, job->rank ^ bit, bit);
    for (int slot = 0; slot < job->ranks; slot++)
        slots[slot] = job->send + remap_sent(remap, job, slot);
    for (int bit = job->ranks / 2; bit; bit /= 2)
        arrived = swap_slots(job, remap, slots, bit, packed, arrived);
    for (int slot = 0; slot < job->ranks; slot++)
        memcpy(job->recv + remap_received(remap, job, slot), slots[slot],
               remap_block(remap, slot, job->rank));
    free(slots);
}

/* ---- the path's own call -------------------------------------------------------------------- */

static void run_collective(struct job *job, const struct remap *remap)
{
    size_t *begin = array_take(2 * (size_t)(job->ranks + 1) * sizeof *begin);
    size_t *sent = begin, *received = begin + job->ranks + 1;

    for (int rank = 0; rank <= job->ranks; rank++) {
        sent[rank] = remap_sent(remap, job, rank);
        received[rank] = remap_received(remap, job, rank);
    }
    path_collectives.alltoallv(job, (struct blocks){job->send, sent},
                               (struct blocks){job->recv, received});
    free(begin);
}

const struct transpose transpose_srtrans = {.run = run_shifts};
const struct transpose transpose_swtrans = {.run = run_swaps};
const struct transpose transpose_logtrans = {.run = logtrans, .scratch = logtrans_scratch};
const struct transpose transpose_collective = {.run = run_collective};

bool transpose_open(const struct transpose *transpose, struct group *group, const struct team *team,
                    const struct remap *const *remaps)
{
    size_t largest = 0;

    if (transpose == &transpose_collective)
        return path_collectives.open(&group->job);
    for (; *remaps && transpose->scratch; remaps++) {
        const size_t bytes = transpose->scratch(&group->job, *remaps);

        largest = bytes > largest ? bytes : largest;
    }
    return exchange_open(&group->job,
                         (struct exchange_needs){.scratch = team_largest(team, largest),
                                                 .largest = group->bytes,
                                                 .open = group->job.ranks});
}

void transpose_close(const struct transpose *transpose, struct group *group)
{
    if (transpose == &transpose_collective)
        path_collectives.close(&group->job);
    else
        exchange_close(&group->job);
}
