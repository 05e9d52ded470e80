/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Reduce and MPI_Allreduce. */
#include "extensions/simulate/runtime/mpi/collectives/merging.h"

enum { REDUCE_SHORT = 2048, ALLREDUCE_SHORT = 8 };

static void reduce_binomial(struct process *self, struct merging *merging)
{
    for (int step = 1; step < self->ranks; step *= 2) {
        const int other = self->rank ^ step;

        if (self->rank & step) {
            collective_send(self, other, merging->vector, merging->bytes, merging->tag);
            return;
        }
        if (other < self->ranks) {
            collective_receive(self, other, merging->theirs, merging->bytes, merging->tag);
            merging_merge(merging, 0, merging->bytes);
        }
    }
}

int MPI_Reduce(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, int root,
               MPI_Comm comm)
{
    struct process *self = collective_begin();
    struct merging merging = {.vector = self->rank == ROOT ? to : NULL,
                              .bytes = type_bytes(count, type),
                              .type = type,
                              .op = op,
                              .tag = TAG_REDUCE,
                              .survivor = 0};

    collective_root(root);
    merging_open(self, &merging, from);
    if (merging.bytes <= REDUCE_SHORT || count < merging.power) {
        reduce_binomial(self, &merging);
    } else {
        merging_fold(self, &merging);
        merging_divide(&merging);
        if (merging.number >= 0) {
            merging_halve(self, &merging, true);
            merging_gather(self, &merging);
        }
    }
    merging_close(self, &merging);
    return MPI_SUCCESS;
}

/* ---- MPI_Allreduce ------------------------------------------------------------------------ */

static void whole_exchange(struct process *self, struct merging *merging)
{
    for (int step = 1; step < merging->power; step *= 2) {
        const int other = merging_rank(merging, merging->number ^ step);

        collective_exchange(self, other, merging->vector, merging->bytes, other, merging->theirs,
                            merging->bytes, merging->tag);
        merging_merge(merging, 0, merging->bytes);
    }
}

int MPI_Allreduce(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm)
{
    struct process *self = collective_begin();
    struct merging merging = {.vector = to,
                              .bytes = type_bytes(count, type),
                              .type = type,
                              .op = op,
                              .tag = TAG_ALLREDUCE,
                              .survivor = 1};

    merging_open(self, &merging, from);
    merging_fold(self, &merging);
    merging_divide(&merging);
    if (merging.number >= 0 && (merging.bytes <= ALLREDUCE_SHORT || count < merging.power)) {
        whole_exchange(self, &merging);
    } else if (merging.number >= 0) {
        merging_halve(self, &merging, true);
        merging_double(self, &merging);
    }
    merging_unfold(self, &merging);
    merging_close(self, &merging);
    return MPI_SUCCESS;
}

/* ---- MPI_Reduce_scatter_block ---------------------------------------------------------------- */

/* MPI_Reduce_scatter_block. */

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
