/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Gather and MPI_Scatter: binomial trees whose inner ranks buffer blocks. */
#include "extensions/simulate/runtime/mpi/collectives/collective.h"

/* The ranks below one in the tree, and itself: rank ... rank + this - 1. */
static int subtree(const struct process *self, int rank)
{
    int size = 1;

    while (size < self->ranks && !(rank & size))
        size *= 2;
    return rank + size <= self->ranks ? size : self->ranks - rank;
}

/* The rank above it: without the lowest bit. */
static int above(int rank)
{
    return rank & (rank - 1);
}

static void blocks_gather(struct process *self, char *blocks, size_t bytes)
{
    for (int step = 1; step < self->ranks && !(self->rank & step); step *= 2) {
        const int from = self->rank + step;

        if (from < self->ranks)
            collective_receive(self, from, blocks + (size_t)step * bytes,
                               (size_t)subtree(self, from) * bytes, TAG_GATHER);
    }
    if (self->rank != ROOT)
        collective_send(self, above(self->rank), blocks, (size_t)subtree(self, self->rank) * bytes,
                        TAG_GATHER);
}

int MPI_Gather(const void *from, int count, MPI_Datatype type, void *to, int count_to,
               MPI_Datatype type_to, int root, MPI_Comm comm)
{
    struct process *self = collective_begin();
    const size_t bytes = type_bytes(count, type);
    const size_t all = (size_t)subtree(self, self->rank) * bytes;
    char *blocks = to;

    collective_root(root);
    if (self->rank == ROOT && type_bytes(count_to, type_to) != bytes)
        process_fail("MPI_Gather of %zu bytes to %zu", bytes, type_bytes(count_to, type_to));
    if (self->rank % 2) {
        collective_send(self, above(self->rank), from, bytes, TAG_GATHER);
        return MPI_SUCCESS;
    }
    if (self->rank != ROOT)
        blocks = buffer_take(self, all);
    buffer_copy(blocks, from, bytes);
    blocks_gather(self, blocks, bytes);
    if (self->rank != ROOT)
        buffer_give(self, blocks, all);
    return MPI_SUCCESS;
}

static void blocks_scatter(struct process *self, const char *blocks, size_t bytes)
{
    int step = 1;

    while (step < subtree(self, self->rank))
        step *= 2;
    for (step /= 2; step > 0; step /= 2)
        collective_send(self, self->rank + step, blocks + (size_t)step * bytes,
                        (size_t)subtree(self, self->rank + step) * bytes, TAG_SCATTER);
}

int MPI_Scatter(const void *from, int count, MPI_Datatype type, void *to, int count_to,
                MPI_Datatype type_to, int root, MPI_Comm comm)
{
    struct process *self = collective_begin();
    const size_t bytes = type_bytes(count_to, type_to);
    const size_t all = (size_t)subtree(self, self->rank) * bytes;

    collective_root(root);
    if (self->rank == ROOT && type_bytes(count, type) != bytes)
        process_fail("MPI_Scatter of %zu bytes to %zu", type_bytes(count, type), bytes);
    if (self->rank % 2) {
        collective_receive(self, above(self->rank), to, bytes, TAG_SCATTER);
        return MPI_SUCCESS;
    }
    char *blocks = self->rank == ROOT ? (char *)from : buffer_take(self, all);

    if (self->rank != ROOT)
        collective_receive(self, above(self->rank), blocks, all, TAG_SCATTER);
    blocks_scatter(self, blocks, bytes);
    buffer_copy(to, blocks, bytes);
    if (self->rank != ROOT)
        buffer_give(self, blocks, all);
    return MPI_SUCCESS;
}
