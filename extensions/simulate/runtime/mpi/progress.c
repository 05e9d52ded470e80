/* SPDX-License-Identifier: BSD-3-Clause */
/* Progress of messages while a rank is in a call of the library. */
#include "extensions/simulate/runtime/mpi/mpi_process.h"

#include "extensions/simulate/coherence/engine.h"
#include "comops/ranks/watch/watch.h"

/* ---- sending ------------------------------------------------------------------------------ */

/* False if there is no space for the rest. */
static bool sending_go_on(struct process *self, struct request *request)
{
    while (channel_send(&self->channel, request->rank, &request->piece))
        if (!request->piece.packet && !request->piece.bytes)
            return true;
    return false;
}

/* Requests for data, or for permission to send, are complete when the data have been moved. */
static void sending_end(struct process *self, struct request *request)
{
    if (request->packet.type != PACKET_REQUEST_TO_SEND && request->packet.type != PACKET_GET)
        request_complete(self, request);
}

void packet_send(struct process *self, struct request *request)
{
    engine_work(self->costs.send);
    request->piece.packet = &request->packet;
    /* Messages that wait for cells go first, to any rank. */
    if (self->sending.first || !sending_go_on(self, request))
        requests_append(&self->sending, request);
    else
        sending_end(self, request);
}

void packet_send_only(struct process *self, int to, const struct packet *packet)
{
    struct request *request = request_new(self, to, NULL, 0);

    request->packet = *packet;
    request->detached = true;
    packet_send(self, request);
}

static bool sending_look(struct process *self)
{
    bool moved = false;

    while (self->sending.first && sending_go_on(self, self->sending.first)) {
        sending_end(self, requests_take(&self->sending, NULL, NULL));
        moved = true;
    }
    return moved;
}

/* ---- what arrives ------------------------------------------------------------------------- */

static bool of_message(const struct packet *packet)
{
    return packet->type == PACKET_EAGER || packet->type == PACKET_REQUEST_TO_SEND;
}

static void packet_arrived(struct process *self, int from, struct incoming *incoming)
{
    engine_work(self->costs.receive);
    if (of_message(&incoming->packet))
        matching_arrived(self, from, incoming);
    else if (incoming->packet.type == PACKET_CLEAR_TO_SEND)
        matching_cleared(self, &incoming->packet);
    else
        window_arrived(self, from, incoming);
}

static void packet_finished(struct process *self, int from, struct incoming *incoming)
{
    if (of_message(&incoming->packet))
        matching_finished(self, incoming);
    else if (incoming->packet.type != PACKET_CLEAR_TO_SEND)
        window_finished(self, from, incoming);
}

static void cell_arrived(struct process *self, const struct cell *cell)
{
    struct incoming *incoming = &self->incoming[cell->from];
    const int from = cell->from;
    const char *data = cell->payload;
    size_t bytes = cell->bytes;

    if (!incoming->active) {
        *incoming = (struct incoming){.active = true};
        channel_packet(cell, &incoming->packet);
        packet_arrived(self, from, incoming);
        data += sizeof incoming->packet;
        bytes -= sizeof incoming->packet;
    }
    if (bytes) {
        buffer_copy(incoming->to, data, bytes);
        incoming->to += bytes;
        incoming->left -= bytes;
    }
    if (!incoming->left) {
        incoming->active = false;
        packet_finished(self, from, incoming);
    }
}

static bool box_look(struct process *self, int from)
{
    const struct cell *cell = channel_box(&self->channel, from);

    if (cell) {
        cell_arrived(self, cell);
        channel_empty_box(&self->channel, from);
    }
    return cell;
}

static bool is_known(const struct process *self, int from)
{
    for (int i = 0; i < self->known_count; i++)
        if (self->known[i] == from)
            return true;
    return false;
}

static bool queue_look(struct process *self)
{
    struct cell *cell = channel_queue(&self->channel);

    if (cell) {
        if (cell->sequence == 0 && !is_known(self, cell->from))
            self->known[self->known_count++] = cell->from;
        cell_arrived(self, cell);
        channel_release(&self->channel, cell);
    }
    return cell;
}

static bool boxes_look_from(struct process *self, const int *boxes, int begin, int end, int *turn)
{
    for (int at = begin; at < end; at++) {
        at += engine_find(self->boxes, boxes + at, end - at);
        if (at < end && box_look(self, boxes[at])) {
            *turn = at;
            return true;
        }
    }
    return false;
}

/* Begins with the box in which the last message was found. */
static bool boxes_look(struct process *self, const int *boxes, int count, int *turn)
{
    const int first = count ? *turn % count : 0;

    return boxes_look_from(self, boxes, first, count, turn) ||
           boxes_look_from(self, boxes, 0, first, turn);
}

/* The fast boxes of ranks from which messages are expected, then the queue. */
static bool expected_look(struct process *self)
{
    return boxes_look(self, self->sources, self->source_count, &self->source_turn) ||
           queue_look(self);
}

/* After each poll of the expected boxes MPICH polls one of all boxes, in turn. Here a rank does not
 * poll boxes that have never been used, so that the time to simulate many ranks does not grow with
 * the square of their number. */
static bool others_look(struct process *self)
{
    return boxes_look(self, self->known, self->known_count, &self->known_turn);
}

bool progress_look(struct process *self)
{
    bool moved = expected_look(self);

    moved |= sending_look(self);
    moved |= pipes_look(self);
    moved |= windows_look(self);
    return moved || others_look(self);
}

void progress_wait(struct process *self)
{
    if (!progress_look(self))
        watched_pause();
}
