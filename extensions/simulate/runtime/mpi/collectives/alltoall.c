/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Alltoall, MPI_Alltoallv and MPI_Allgather. */
#include "extensions/simulate/runtime/mpi/collectives/collective.h"

enum {
    ALLGATHER_SHORT = 81920,
    ALLGATHER_LONG = 524288, /* bytes of all ranks */
    ALLTOALL_SHORT = 256,
    ALLTOALL_RANKS_LEAST = 8, /* for short blocks */
    ALLTOALL_MEDIUM = 32768,
    ALLTOALL_AT_ONCE = 32 /* messages each way */
};

struct blocks {
    const char *from;
    char *to;
    size_t bytes; /* of a block */
};

static char *block(char *blocks, const struct blocks *all, int number)
{
    return blocks + (size_t)number * all->bytes;
}

static void blocks_copy(char *to, const char *from, const struct blocks *all, int count)
{
    if (count)
        buffer_copy(to, from, (size_t)count * all->bytes);
}

static int rank_at(const struct process *self, int distance)
{
    return (self->rank + distance + self->ranks) % self->ranks;
}

/* ---- MPI_Allgather ------------------------------------------------------------------------ */

/* Bruck's: this rank's block first, rotated at the end. */
static void allgather_bruck(struct process *self, const struct blocks *all)
{
    const size_t bytes = (size_t)self->ranks * all->bytes;
    char *rotated = buffer_take(self, bytes);

    blocks_copy(rotated, all->from, all, 1);
    for (int step = 1; step < self->ranks; step *= 2) {
        const int count = 2 * step <= self->ranks ? step : self->ranks - step;

        collective_exchange(self, rank_at(self, -step), rotated, (size_t)count * all->bytes,
                            rank_at(self, step), block(rotated, all, step),
                            (size_t)count * all->bytes, TAG_ALLGATHER);
    }
    blocks_copy(block(all->to, all, self->rank), rotated, all, self->ranks - self->rank);
    blocks_copy(all->to, block(rotated, all, self->ranks - self->rank), all, self->rank);
    buffer_give(self, rotated, bytes);
}

int MPI_Allgather(const void *from, int count, MPI_Datatype type, void *to, int count_to,
                  MPI_Datatype type_to, MPI_Comm comm)
{
    struct process *self = collective_begin();
    const struct blocks all = {from, to, type_bytes(count_to, type_to)};
    const size_t bytes = (size_t)self->ranks * all.bytes;
    const struct parts parts = {to, bytes, all.bytes, TAG_ALLGATHER};
    const bool doubles = is_power_of_two(self->ranks);

    if (type_bytes(count, type) != all.bytes)
        process_fail("MPI_Allgather of %zu bytes to %zu", type_bytes(count, type), all.bytes);
    if (!doubles && bytes < ALLGATHER_SHORT) {
        allgather_bruck(self, &all);
        return MPI_SUCCESS;
    }
    blocks_copy(block(all.to, &all, self->rank), from, &all, 1);
    if (doubles && bytes < ALLGATHER_LONG)
        parts_double(self, &parts);
    else
        parts_pass_round(self, &parts);
    return MPI_SUCCESS;
}

/* ---- MPI_Alltoall ------------------------------------------------------------------------- */

/* The blocks whose number has this bit, between their places and one message. */
static int blocks_pack(struct process *self, const struct blocks *all, int bit, char *packed)
{
    int count = 0;

    for (int number = 1; number < self->ranks; number++)
        if (number & bit)
            blocks_copy(block(packed, all, count++), block(all->to, all, number), all, 1);
    return count;
}

static void blocks_unpack(struct process *self, const struct blocks *all, int bit, char *packed)
{
    int count = 0;

    for (int number = 1; number < self->ranks; number++)
        if (number & bit)
            blocks_copy(block(all->to, all, number), block(packed, all, count++), all, 1);
}

/* Bruck's: blocks rotated by the rank, moved by each bit of their number, and put in order. */
static void alltoall_bruck(struct process *self, const struct blocks *all)
{
    const size_t bytes = (size_t)self->ranks * all->bytes;
    char *out = buffer_take(self, bytes), *in = buffer_take(self, bytes);
    const int rest = self->ranks - self->rank;

    blocks_copy(all->to, all->from + (size_t)self->rank * all->bytes, all, rest);
    blocks_copy(block(all->to, all, rest), all->from, all, self->rank);
    for (int bit = 1; bit < self->ranks; bit *= 2) {
        const size_t length = (size_t)blocks_pack(self, all, bit, out) * all->bytes;

        collective_exchange(self, rank_at(self, bit), out, length, rank_at(self, -bit), in, length,
                            TAG_ALLTOALL);
        blocks_unpack(self, all, bit, in);
    }
    blocks_copy(in, all->to, all, self->ranks);
    for (int number = 0; number < self->ranks; number++)
        blocks_copy(block(all->to, all, rank_at(self, -number)), block(in, all, number), all, 1);
    buffer_give(self, in, bytes);
    buffer_give(self, out, bytes);
}

/* All messages at once, a limited number at a time. */
static void alltoall_scattered(struct process *self, const struct blocks *all)
{
    struct request *requests[2 * ALLTOALL_AT_ONCE];

    for (int begin = 1; begin < self->ranks; begin += ALLTOALL_AT_ONCE) {
        int end = begin + ALLTOALL_AT_ONCE, count = 0;

        end = end < self->ranks ? end : self->ranks;
        for (int j = begin; j < end; j++)
            requests[count++] =
                message_receive(self, rank_at(self, j), block(all->to, all, rank_at(self, j)),
                                all->bytes, CONTEXT_COLLECTIVE, TAG_ALLTOALL);
        for (int j = begin; j < end; j++)
            requests[count++] = message_send(self, rank_at(self, -j),
                                             all->from + (size_t)rank_at(self, -j) * all->bytes,
                                             all->bytes, CONTEXT_COLLECTIVE, TAG_ALLTOALL);
        for (int i = 0; i < count; i++)
            request_wait(self, requests[i]);
    }
}

static void alltoall_pairs(struct process *self, const struct blocks *all)
{
    const bool exchanges = is_power_of_two(self->ranks);

    for (int j = 1; j < self->ranks; j++) {
        const int to = exchanges ? self->rank ^ j : rank_at(self, j);
        const int from = exchanges ? to : rank_at(self, -j);

        collective_exchange(self, to, all->from + (size_t)to * all->bytes, all->bytes, from,
                            block(all->to, all, from), all->bytes, TAG_ALLTOALL);
    }
}

int MPI_Alltoall(const void *from, int count, MPI_Datatype type, void *to, int count_to,
                 MPI_Datatype type_to, MPI_Comm comm)
{
    struct process *self = collective_begin();
    const struct blocks all = {from, to, type_bytes(count_to, type_to)};

    if (type_bytes(count, type) != all.bytes)
        process_fail("MPI_Alltoall of %zu bytes to %zu", type_bytes(count, type), all.bytes);
    if (all.bytes <= ALLTOALL_SHORT && self->ranks >= ALLTOALL_RANKS_LEAST) {
        alltoall_bruck(self, &all);
        return MPI_SUCCESS;
    }
    blocks_copy(block(to, &all, self->rank), all.from + (size_t)self->rank * all.bytes, &all, 1);
    if (all.bytes <= ALLTOALL_MEDIUM)
        alltoall_scattered(self, &all);
    else
        alltoall_pairs(self, &all);
    return MPI_SUCCESS;
}

/* MPICH has one algorithm for it, that of medium blocks; here all blocks have one length and lie
 * side by side. */
int MPI_Alltoallv(const void *from, const int counts[], const int places[], MPI_Datatype type,
                  void *to, const int counts_to[], const int places_to[], MPI_Datatype type_to,
                  MPI_Comm comm)
{
    struct process *self = process_self();
    const struct blocks all = {from, to, type_bytes(counts_to[0], type_to)};

    for (int rank = 0; rank < self->ranks; rank++)
        if (type_bytes(counts[rank], type) != all.bytes || places[rank] != rank * counts[0] ||
            counts_to[rank] != counts_to[0] || places_to[rank] != rank * counts_to[0])
            process_fail("MPI_Alltoallv of blocks that differ is not simulated");
    blocks_copy(block(to, &all, self->rank), all.from + (size_t)self->rank * all.bytes, &all, 1);
    alltoall_scattered(self, &all);
    return MPI_SUCCESS;
}
