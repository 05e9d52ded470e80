/* SPDX-License-Identifier: BSD-3-Clause */
/* Applies packets to the window of the rank at which they arrive. */
#include "simulate/runtime/mpi/mpi_process.h"

static bool is_immediate(const struct packet *packet)
{
    return packet->bytes <= IMMEDIATE_BYTES;
}

static char *place_of(struct process *self, const struct packet *packet)
{
    return window_of(self, packet->context)->base + packet->place;
}

static char *operation_place(struct process *self, const struct packet *packet)
{
    switch (packet->type) {
    case PACKET_PUT: return place_of(self, packet);
    case PACKET_ACCUMULATE: return buffer_take(self, packet->bytes);
    default: return packet->request->data; /* PACKET_GOT */
    }
}

void window_arrived(struct process *self, int from, struct incoming *incoming)
{
    const struct packet *packet = &incoming->packet;

    (void)from;
    if (packet->type == PACKET_PUT || packet->type == PACKET_ACCUMULATE ||
        packet->type == PACKET_GOT) {
        incoming->start = incoming->to = operation_place(self, packet);
        incoming->left = is_immediate(packet) ? 0 : packet->bytes;
        if (is_immediate(packet))
            buffer_copy(incoming->to, packet->immediate, packet->bytes);
    }
}

static void data_merge(struct process *self, const struct incoming *incoming)
{
    const struct packet *packet = &incoming->packet;

    buffer_merge(place_of(self, packet), incoming->start, packet->bytes, packet->tag % DATATYPES,
                 packet->tag / DATATYPES);
    buffer_give(self, incoming->start, packet->bytes);
}

static void get_answer(struct process *self, int from, const struct packet *asked)
{
    struct request *request = request_new(self, from, NULL, asked->bytes);
    const char *data = place_of(self, asked);

    request->detached = true;
    request->packet = *asked;
    request->packet.type = PACKET_GOT;
    if (is_immediate(asked))
        buffer_copy(request->packet.immediate, data, asked->bytes);
    else
        request->piece = (struct piece){.data = data, .bytes = asked->bytes};
    packet_send(self, request);
}

static void flush_answer(struct process *self, int from, const struct packet *asked)
{
    packet_send_only(self, from,
                     &(struct packet){.type = PACKET_FLUSHED, .context = asked->context});
}

void window_finished(struct process *self, int from, struct incoming *incoming)
{
    const struct packet *packet = &incoming->packet;

    switch (packet->type) {
    case PACKET_ACCUMULATE: data_merge(self, incoming); break;
    case PACKET_GET: get_answer(self, from, packet); break;
    case PACKET_GOT: request_complete(self, packet->request); break;
    case PACKET_FLUSH: flush_answer(self, from, packet); break;
    case PACKET_FLUSHED: window_of(self, packet->context)->target[from].flushes--; break;
    case PACKET_COMPLETED: window_of(self, packet->context)->completed--; break;
    default: break; /* PACKET_PUT */
    }
}
