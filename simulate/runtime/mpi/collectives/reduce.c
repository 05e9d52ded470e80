/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Reduce and MPI_Allreduce. */
#include "simulate/runtime/mpi/collectives/merging.h"

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

    (void)comm;
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

    (void)comm;
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
