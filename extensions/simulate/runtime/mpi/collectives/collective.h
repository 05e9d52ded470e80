/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages within a collective operation, whose lengths all ranks know. */
#pragma once

#include "extensions/simulate/coherence/engine.h"
#include "extensions/simulate/runtime/mpi/mpi_process.h"

enum collective {
    TAG_BARRIER,
    TAG_BROADCAST,
    TAG_REDUCE,
    TAG_ALLREDUCE,
    TAG_REDUCE_SCATTER,
    TAG_GATHER,
    TAG_SCATTER,
    TAG_ALLGATHER,
    TAG_ALLTOALL
};

/* Called first in each operation. */
static inline struct process *collective_begin(void)
{
    struct process *self = process_self();

    engine_work(self->costs.collective);
    return self;
}

static inline void collective_send(struct process *self, int to, const void *data, size_t bytes,
                                   enum collective tag)
{
    request_wait(self, message_send(self, to, data, bytes, CONTEXT_COLLECTIVE, tag));
}

static inline void collective_receive(struct process *self, int from, void *data, size_t bytes,
                                      enum collective tag)
{
    request_wait(self, message_receive(self, from, data, bytes, CONTEXT_COLLECTIVE, tag));
}

static inline void collective_exchange(struct process *self, int to, const void *out,
                                       size_t bytes_out, int from, void *in, size_t bytes_in,
                                       enum collective tag)
{
    struct request *receive = message_receive(self, from, in, bytes_in, CONTEXT_COLLECTIVE, tag);
    struct request *send = message_send(self, to, out, bytes_out, CONTEXT_COLLECTIVE, tag);

    request_wait(self, receive);
    request_wait(self, send);
}

static inline void collective_root(int root)
{
    if (root != ROOT)
        process_fail("collective operations have rank 0 as their root, not %d", root);
}

static inline bool is_power_of_two(int number)
{
    return (number & (number - 1)) == 0;
}

/* The largest power of two that is not greater. */
static inline int power_below(int number)
{
    int power = 1;

    while (2 * power <= number)
        power *= 2;
    return power;
}

/* barrier.c: data of which each rank has a part, the last ones perhaps less or none. */
struct parts {
    char *data;
    size_t bytes, part;
    enum collective tag;
};

/* All parts to all ranks: by doubling, for powers of two, or round the ring. */
void parts_double(struct process *self, const struct parts *parts);
void parts_pass_round(struct process *self, const struct parts *parts);
