/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Reduce_scatter_block. */
#include "simulate/runtime/mpi/collectives/merging.h"

enum { REDUCE_SCATTER_LONG = 524288 };

/* A rank that takes part for two has both blocks. */
static void parts_of_ranks(struct merging *merging, size_t block)
{
    merging->begin[0] = 0;
    for (int i = 0; i < merging->power; i++)
        merging->begin[i + 1] = (size_t)(merging_rank(merging, i) + 1) * block;
}

static void blocks_halve(struct process *self, struct merging *merging, void *to, size_t block)
{
    const char *own = merging->vector + (size_t)self->rank * block;

    merging_fold(self, merging);
    parts_of_ranks(merging, block);
    if (merging->number < 0) {
        collective_receive(self, self->rank ^ 1, to, block, merging->tag);
        return;
    }
    merging_halve(self, merging, false);
    buffer_copy(to, own, block);
    if (self->rank < 2 * merging->rest)
        collective_send(self, self->rank ^ 1, own - block, block, merging->tag);
}

/* With one rank after the other. */
static void blocks_pairwise(struct process *self, struct merging *merging, const char *from,
                            void *to, size_t block)
{
    buffer_copy(to, from + (size_t)self->rank * block, block);
    for (int j = 1; j < self->ranks; j++) {
        const int next = (self->rank + j) % self->ranks;
        const int before = (self->rank + self->ranks - j) % self->ranks;

        collective_exchange(self, next, from + (size_t)next * block, block, before, merging->theirs,
                            block, merging->tag);
        buffer_merge(to, merging->theirs, block, merging->type, merging->op);
    }
}

int MPI_Reduce_scatter_block(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op,
                             MPI_Comm comm)
{
    struct process *self = collective_begin();
    const size_t block = type_bytes(count, type), bytes = (size_t)self->ranks * block;
    const void *vector = from == MPI_IN_PLACE ? to : from;
    struct merging merging = {
        .bytes = bytes, .type = type, .op = op, .tag = TAG_REDUCE_SCATTER, .survivor = 1};

    (void)comm;
    if (bytes < REDUCE_SCATTER_LONG) {
        merging_open(self, &merging, vector);
        blocks_halve(self, &merging, to, block);
        merging_close(self, &merging);
        return MPI_SUCCESS;
    }
    merging.theirs = buffer_take(self, block);
    blocks_pairwise(self, &merging, vector, to, block);
    buffer_give(self, merging.theirs, block);
    return MPI_SUCCESS;
}
