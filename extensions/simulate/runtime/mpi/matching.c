/* SPDX-License-Identifier: BSD-3-Clause */
/* Matches posted receives and messages that arrived before. */
#include "extensions/simulate/runtime/mpi/mpi_process.h"
#include "extensions/simulate/coherence/engine.h"

static bool matches(const struct request *request, const void *key)
{
    const struct request *other = key;

    return request->rank == other->rank && request->packet.context == other->packet.context &&
           request->packet.tag == other->packet.tag;
}

/* ---- receives ----------------------------------------------------------------------------- */

static void source_expect(struct process *self, int from)
{
    if (self->expected[from]++ == 0)
        self->sources[self->source_count++] = from;
}

static void source_met(struct process *self, int from)
{
    int at = 0;

    if (--self->expected[from] > 0)
        return;
    while (self->sources[at] != from)
        at++;
    self->sources[at] = self->sources[--self->source_count];
}

static void length_check(const struct request *receive, size_t bytes)
{
    if (bytes > receive->bytes || (receive->exact && bytes < receive->bytes))
        process_fail("a message of %zu bytes from rank %d where %zu are to be received", bytes,
                     receive->rank, receive->bytes);
}

/* Notifies the sender of a long message that it may begin. */
static void receive_clear(struct process *self, struct request *receive, const struct packet *asked)
{
    receive->bytes = asked->bytes;
    receive->remote = asked->sender;
    packet_send_only(self, receive->rank,
                     &(struct packet){.type = PACKET_CLEAR_TO_SEND,
                                      .sender = asked->sender,
                                      .receiver = receive});
    pipe_add(self, receive);
}

/* A message that had no receive when it arrived. */
static void unexpected_take(struct process *self, struct request *receive,
                            struct request *unexpected)
{
    length_check(receive, unexpected->packet.bytes);
    engine_work(self->costs.receive);
    if (unexpected->packet.type == PACKET_REQUEST_TO_SEND) {
        receive_clear(self, receive, &unexpected->packet);
    } else {
        if (unexpected->bytes)
            buffer_copy(receive->data, unexpected->data, unexpected->bytes);
        buffer_give(self, unexpected->data, unexpected->bytes);
        request_complete(self, receive);
    }
    request_free(self, unexpected);
}

static void receive_post(struct process *self, struct request *receive)
{
    struct request *unexpected = requests_take(&self->unexpected, matches, receive);

    if (unexpected) {
        unexpected_take(self, receive, unexpected);
    } else {
        requests_append(&self->posted, receive);
        source_expect(self, receive->rank);
    }
}

/* ---- arrivals ----------------------------------------------------------------------------- */

static struct request *unexpected_new(struct process *self, int from, const struct packet *packet)
{
    const size_t bytes = packet->type == PACKET_EAGER ? packet->bytes : 0;
    struct request *request = request_new(self, from, buffer_take(self, bytes), bytes);

    request->packet = *packet;
    requests_append(&self->unexpected, request);
    return request;
}

void matching_arrived(struct process *self, int from, struct incoming *incoming)
{
    const struct packet *packet = &incoming->packet;
    const struct request key = {.rank = from, .packet = *packet};

    incoming->request = requests_take(&self->posted, matches, &key);
    incoming->expected = incoming->request;
    if (incoming->expected) {
        source_met(self, from);
        length_check(incoming->request, packet->bytes);
    } else {
        incoming->request = unexpected_new(self, from, packet);
    }
    if (packet->type == PACKET_EAGER) {
        incoming->to = incoming->request->data;
        incoming->left = packet->bytes <= SHORT_BYTES ? 0 : packet->bytes;
    }
}

void matching_finished(struct process *self, struct incoming *incoming)
{
    struct request *request = incoming->request;
    const struct packet *packet = &incoming->packet;

    if (packet->type == PACKET_EAGER && packet->bytes && packet->bytes <= SHORT_BYTES)
        buffer_copy(request->data, packet->data, packet->bytes);
    if (!incoming->expected)
        return;
    if (packet->type == PACKET_REQUEST_TO_SEND)
        receive_clear(self, request, packet);
    else
        request_complete(self, request);
}

void matching_cleared(struct process *self, const struct packet *packet)
{
    packet->sender->remote = packet->receiver;
    pipe_add(self, packet->sender);
}

/* ---- messages ----------------------------------------------------------------------------- */

struct request *message_receive(struct process *self, int from, void *data, size_t bytes,
                                int context, int tag)
{
    struct request *request = request_new(self, from, data, bytes);

    request->packet = (struct packet){.context = context, .tag = tag};
    request->exact = context != CONTEXT_MESSAGE;
    if (from == MPI_PROC_NULL)
        request->complete = true;
    else
        receive_post(self, request);
    return request;
}

struct request *message_send(struct process *self, int to, const void *data, size_t bytes,
                             int context, int tag)
{
    struct request *request = request_new(self, to, (void *)data, bytes);
    const bool eager = bytes <= self->costs.eager;

    if (to == self->rank)
        process_fail("a message to itself is not simulated");
    request->sends = true;
    request->complete = to == MPI_PROC_NULL;
    request->packet = (struct packet){.type = eager ? PACKET_EAGER : PACKET_REQUEST_TO_SEND,
                                      .context = context,
                                      .tag = tag,
                                      .bytes = bytes};
    if (!eager)
        request->packet.sender = request;
    else if (bytes && bytes <= SHORT_BYTES)
        buffer_copy(request->packet.data, data, bytes);
    else
        request->piece = (struct piece){.data = data, .bytes = bytes};
    if (to != MPI_PROC_NULL)
        packet_send(self, request);
    return request;
}

/* ---- long messages whose sender and receiver know of each other ------------------------------ */

/* Long messages whose sender and receiver know of each other. */

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
