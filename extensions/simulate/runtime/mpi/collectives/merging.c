/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/simulate/runtime/mpi/collectives/merging.h"

int merging_rank(const struct merging *merging, int number)
{
    return number < merging->rest ? 2 * number + merging->survivor : number + merging->rest;
}

void merging_merge(const struct merging *merging, size_t begin, size_t bytes)
{
    if (bytes)
        buffer_merge(merging->vector + begin, merging->theirs + begin, bytes, merging->type,
                     merging->op);
}

void merging_open(struct process *self, struct merging *merging, const void *from)
{
    merging->power = power_below(self->ranks);
    merging->rest = self->ranks - merging->power;
    merging->theirs = buffer_take(self, merging->bytes);
    merging->own_vector = !merging->vector;
    if (merging->own_vector)
        merging->vector = buffer_take(self, merging->bytes);
    if (from != MPI_IN_PLACE)
        buffer_copy(merging->vector, from, merging->bytes);
}

void merging_close(struct process *self, struct merging *merging)
{
    if (merging->own_vector)
        buffer_give(self, merging->vector, merging->bytes);
    buffer_give(self, merging->theirs, merging->bytes);
}

void merging_fold(struct process *self, struct merging *merging)
{
    const int partner = self->rank ^ 1;

    if (self->rank >= 2 * merging->rest) {
        merging->number = self->rank - merging->rest;
    } else if (self->rank % 2 != merging->survivor) {
        merging->number = -1;
        collective_send(self, partner, merging->vector, merging->bytes, merging->tag);
    } else {
        merging->number = self->rank / 2;
        collective_receive(self, partner, merging->theirs, merging->bytes, merging->tag);
        merging_merge(merging, 0, merging->bytes);
    }
}

void merging_unfold(struct process *self, struct merging *merging)
{
    if (merging->number < 0)
        collective_receive(self, self->rank ^ 1, merging->vector, merging->bytes, merging->tag);
    else if (self->rank < 2 * merging->rest)
        collective_send(self, self->rank ^ 1, merging->vector, merging->bytes, merging->tag);
}

void merging_divide(struct merging *merging)
{
    const size_t element = type_bytes(1, merging->type), count = merging->bytes / element;
    const size_t power = (size_t)merging->power;

    for (size_t i = 0; i <= power; i++)
        merging->begin[i] =
            (i * (count / power) + (i < count % power ? i : count % power)) * element;
}

static size_t parts_bytes(const struct merging *merging, int first, int count)
{
    return merging->begin[first + count] - merging->begin[first];
}

/* Exchanges `count` parts each way. */
static void parts_exchange(struct process *self, const struct merging *merging, int number,
                           int first_out, char *into, int first_in, int count)
{
    const int other = merging_rank(merging, number);

    collective_exchange(self, other, merging->vector + merging->begin[first_out],
                        parts_bytes(merging, first_out, count), other,
                        into + merging->begin[first_in], parts_bytes(merging, first_in, count),
                        merging->tag);
}

void merging_halve(struct process *self, struct merging *merging, bool near)
{
    merging->low = 0;
    for (int half = merging->power / 2; half > 0; half /= 2) {
        const int distance = near ? merging->power / (2 * half) : half;
        const int other = merging->number ^ distance;
        const int upper = merging->low + half;
        const int out = merging->number < other ? upper : merging->low;

        if (merging->number > other)
            merging->low = upper;
        parts_exchange(self, merging, other, out, merging->theirs, merging->low, half);
        merging_merge(merging, merging->begin[merging->low],
                      parts_bytes(merging, merging->low, half));
    }
}

/* The steps of merging_halve backwards. */
void merging_double(struct process *self, struct merging *merging)
{
    for (int half = 1; half < merging->power; half *= 2) {
        const int other = merging->number ^ (merging->power / (2 * half));

        parts_exchange(self, merging, other, merging->low, merging->vector, merging->low ^ half,
                       half);
        merging->low &= ~half;
    }
}

void merging_gather(struct process *self, struct merging *merging)
{
    for (int half = 1; half < merging->power; half *= 2) {
        const int distance = merging->power / (2 * half);
        const int other = merging_rank(merging, merging->number ^ distance);
        const int theirs = merging->low ^ half;

        if (merging->number & distance) {
            collective_send(self, other, merging->vector + merging->begin[merging->low],
                            parts_bytes(merging, merging->low, half), merging->tag);
            return;
        }
        collective_receive(self, other, merging->vector + merging->begin[theirs],
                           parts_bytes(merging, theirs, half), merging->tag);
        merging->low &= ~half;
    }
}
