/* SPDX-License-Identifier: BSD-3-Clause */
/* Long messages whose sender and receiver know of each other. */
#include "simulate/runtime/mpi/mpi_process.h"

void pipe_add(struct process *self, struct request *request)
{
    struct pipe *pipe = &self->pipes[request->rank];

    pipe->ring = process_ring(self, request->rank);
    requests_append(&pipe->waiting, request);
    if (!pipe->listed)
        self->piping[self->pipe_count++] = request->rank;
    pipe->listed = true;
}

static bool is_it(const struct request *request, const void *key)
{
    return request == key;
}

/* The first rank at a free ring chooses the message; the other follows. */
static struct request *request_choose(struct process *self, struct pipe *pipe)
{
    struct request *request;
    const int owner = ring_claim(pipe->ring, self->rank);

    if (owner == RING_BUSY || owner == self->rank)
        return NULL;
    if (owner == RING_FREE) {
        request = requests_take(&pipe->waiting, NULL, NULL);
        ring_begin(pipe->ring, request->remote);
    } else {
        request = requests_take(&pipe->waiting, is_it, ring_next(pipe->ring));
        if (request)
            ring_join(pipe->ring);
    }
    return request;
}

static size_t piece_move(struct pipe *pipe, const struct request *request)
{
    return request->sends
               ? ring_fill(pipe->ring, pipe->slot, request->data, request->bytes, request->moved)
               : ring_drain(pipe->ring, pipe->slot, request->data, request->moved);
}

/* Moves as many pieces as possible. */
static bool request_move(struct process *self, struct pipe *pipe)
{
    struct request *request = pipe->active;
    bool moved = false;

    while (request->moved < request->bytes) {
        const size_t piece = piece_move(pipe, request);

        if (!piece)
            return moved;
        moved = true;
        request->moved += piece;
        pipe->slot = (pipe->slot + 1) % RING_SLOTS;
    }
    if (!request->sends)
        ring_end(pipe->ring);
    pipe->active = NULL;
    request_complete(self, request);
    return true;
}

static bool pipe_look(struct process *self, struct pipe *pipe)
{
    if (!pipe->active && pipe->waiting.first) {
        pipe->active = request_choose(self, pipe);
        pipe->slot = 0;
    }
    return pipe->active && request_move(self, pipe);
}

bool pipes_look(struct process *self)
{
    bool moved = false;

    for (int i = 0; i < self->pipe_count;) {
        struct pipe *pipe = &self->pipes[self->piping[i]];

        moved |= pipe_look(self, pipe);
        pipe->listed = pipe->active || pipe->waiting.first;
        if (pipe->listed)
            i++;
        else
            self->piping[i] = self->piping[--self->pipe_count];
    }
    return moved;
}
