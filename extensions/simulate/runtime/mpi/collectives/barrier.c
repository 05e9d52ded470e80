/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Barrier and MPI_Bcast. */
#include "extensions/simulate/runtime/mpi/collectives/collective.h"

enum { BROADCAST_RANKS_LEAST = 8, BROADCAST_SHORT = 12288, BROADCAST_LONG = 524288 };

static void broadcast_binomial(struct process *self, void *data, size_t bytes)
{
    int step = 1;

    while (step < self->ranks && !(self->rank & step))
        step *= 2;
    if (self->rank)
        collective_receive(self, self->rank - step, data, bytes, TAG_BROADCAST);
    for (step /= 2; step > 0; step /= 2)
        if (self->rank + step < self->ranks)
            collective_send(self, self->rank + step, data, bytes, TAG_BROADCAST);
}

/* ---- long messages: parts to all ranks, which then give them to each other ------------------ */

static size_t part_at(const struct parts *parts, int rank)
{
    const size_t at = (size_t)rank * parts->part;

    return at < parts->bytes ? at : parts->bytes;
}

static size_t part_bytes(const struct parts *parts, int first, int count)
{
    return part_at(parts, first + count) - part_at(parts, first);
}

static void parts_exchange(struct process *self, const struct parts *parts, int to, int first_out,
                           int from, int first_in, int count)
{
    collective_exchange(self, to, parts->data + part_at(parts, first_out),
                        part_bytes(parts, first_out, count), from,
                        parts->data + part_at(parts, first_in), part_bytes(parts, first_in, count),
                        parts->tag);
}

void parts_double(struct process *self, const struct parts *parts)
{
    for (int step = 1; step < self->ranks; step *= 2) {
        const int other = self->rank ^ step, own = self->rank / step * step;

        parts_exchange(self, parts, other, own, other, own ^ step, step);
    }
}

void parts_pass_round(struct process *self, const struct parts *parts)
{
    const int next = (self->rank + 1) % self->ranks;
    const int before = (self->rank + self->ranks - 1) % self->ranks;

    for (int j = 0; j < self->ranks - 1; j++)
        parts_exchange(self, parts, next, (self->rank + self->ranks - j) % self->ranks, before,
                       (before + self->ranks - j) % self->ranks, 1);
}

static void parts_scatter(struct process *self, const struct parts *parts)
{
    int step = 1;

    while (step < self->ranks && !(self->rank & step))
        step *= 2;
    if (self->rank && part_bytes(parts, self->rank, step))
        collective_receive(self, self->rank - step, parts->data + part_at(parts, self->rank),
                           part_bytes(parts, self->rank, step), TAG_BROADCAST);
    for (step /= 2; step > 0; step /= 2) {
        const int to = self->rank + step;

        if (to < self->ranks && part_bytes(parts, to, step))
            collective_send(self, to, parts->data + part_at(parts, to), part_bytes(parts, to, step),
                            TAG_BROADCAST);
    }
}

static void broadcast_parts(struct process *self, void *data, size_t bytes)
{
    const size_t ranks = (size_t)self->ranks;
    const struct parts parts = {data, bytes, (bytes + ranks - 1) / ranks, TAG_BROADCAST};

    parts_scatter(self, &parts);
    if (is_power_of_two(self->ranks) && bytes <= BROADCAST_LONG)
        parts_double(self, &parts);
    else
        parts_pass_round(self, &parts);
}

int MPI_Bcast(void *data, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    struct process *self = collective_begin();
    const size_t bytes = type_bytes(count, type);

    collective_root(root);
    if (bytes <= BROADCAST_SHORT || self->ranks < BROADCAST_RANKS_LEAST)
        broadcast_binomial(self, data, bytes);
    else
        broadcast_parts(self, data, bytes);
    return MPI_SUCCESS;
}

/* Dissemination; then, as within each node of many, rank 0 sends a byte to all. */
int MPI_Barrier(MPI_Comm comm)
{
    struct process *self = collective_begin();
    char *byte = buffer_take(self, 1);

    for (int step = 1; step < self->ranks; step *= 2)
        collective_exchange(self, (self->rank + step) % self->ranks, NULL, 0,
                            (self->rank + self->ranks - step) % self->ranks, NULL, 0, TAG_BARRIER);
    broadcast_binomial(self, byte, 1);
    buffer_give(self, byte, 1);
    return MPI_SUCCESS;
}
