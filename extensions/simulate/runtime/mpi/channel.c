/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/simulate/runtime/mpi/mpi_process.h"

/* ---- queues ------------------------------------------------------------------------------- */

void queue_append(struct queue *queue, struct cell *cell)
{
    /* Release: whoever finds the cell sees what is in it. */
    struct cell *last = atomic_exchange_explicit(&queue->tail, cell, memory_order_acq_rel);

    atomic_store_explicit(last ? &last->next : &queue->head, cell, memory_order_release);
}

/* Where the receiver finds the next cell; NULL, without a store, if there is none. */
static struct cell *queue_first(struct queue *queue, struct cell **own)
{
    struct cell *first = *own;

    if (!first)
        first = atomic_load_explicit(&queue->head, memory_order_acquire);
    if (first && !*own) {
        *own = first;
        atomic_store_explicit(&queue->head, NULL, memory_order_relaxed);
    }
    return first;
}

/* Another rank has exchanged the tail and is about to store the link. */
static struct cell *next_await(struct cell *cell)
{
    struct cell *next = atomic_load_explicit(&cell->next, memory_order_acquire);

    while (!next) {
        poll_pause();
        next = atomic_load_explicit(&cell->next, memory_order_acquire);
    }
    return next;
}

static struct cell *queue_take(struct queue *queue, struct cell **own)
{
    struct cell *cell = queue_first(queue, own), *last = cell;

    if (!cell)
        return NULL;
    *own = atomic_load_explicit(&cell->next, memory_order_acquire);
    if (!*own && !atomic_compare_exchange_strong_explicit(
                     &queue->tail, &last, NULL, memory_order_acq_rel, memory_order_acquire))
        *own = next_await(cell);
    atomic_store_explicit(&cell->next, NULL, memory_order_relaxed);
    return cell;
}

/* ---- cells -------------------------------------------------------------------------------- */

static void cell_fill(struct cell *cell, struct channel *channel, int to, struct piece *piece)
{
    char *at = cell->payload;

    if (piece->packet) {
        memcpy(at, piece->packet, sizeof *piece->packet);
        at += sizeof *piece->packet;
        piece->packet = NULL;
    }
    const size_t space = (size_t)(cell->payload + PAYLOAD_BYTES - at);
    const size_t bytes = piece->bytes < space ? piece->bytes : space;

    if (bytes)
        memcpy(at, piece->data, bytes);
    piece->data += bytes;
    piece->bytes -= bytes;
    cell->from = channel->rank;
    cell->to = to;
    cell->bytes = (size_t)(at - cell->payload) + bytes;
    cell->sequence = channel->sequence_out[to]++;
}

static bool box_send(struct channel *channel, int to, struct piece *piece)
{
    struct box *box = channel->out[to];

    if (!piece->packet || sizeof *piece->packet + piece->bytes > PAYLOAD_BYTES ||
        !channel->introduced[to])
        return false;
    /* Acquire: the receiver has read the previous message. */
    if (atomic_load_explicit(&box->full, memory_order_acquire))
        return false;
    cell_fill((struct cell *)box->cell, channel, to, piece);
    atomic_store_explicit(&box->full, true, memory_order_release); /* with the message */
    return true;
}

bool channel_send(struct channel *channel, int to, struct piece *piece)
{
    if (box_send(channel, to, piece))
        return true;
    struct cell *cell = queue_take(channel->released[channel->rank], &channel->free);

    if (!cell)
        return false;
    channel->introduced[to] = true;
    cell_fill(cell, channel, to, piece);
    queue_append(channel->received[to], cell);
    return true;
}

struct cell *channel_box(struct channel *channel, int from)
{
    struct cell *cell = (struct cell *)channel->in[from]->cell;

    /* An earlier one may be in the queue. */
    if (cell->sequence != channel->sequence_in[from])
        return NULL;
    channel->sequence_in[from]++;
    return cell;
}

struct cell *channel_queue(struct channel *channel)
{
    struct queue *queue = channel->received[channel->rank];
    struct cell *cell = queue_first(queue, &channel->arrived);

    /* An earlier one may be in the fast box. */
    if (!cell || cell->sequence != channel->sequence_in[cell->from])
        return NULL;
    channel->sequence_in[cell->from]++;
    return queue_take(queue, &channel->arrived);
}

void channel_empty_box(struct channel *channel, int from)
{
    atomic_store_explicit(&channel->in[from]->full, false, memory_order_release);
}

void channel_release(struct channel *channel, struct cell *cell)
{
    queue_append(channel->released[cell->from], cell);
}

/* Bytes of the packet after `bytes`. */
static size_t packet_more(const struct packet *packet)
{
    switch (packet->type) {
    case PACKET_EAGER: return packet->bytes <= SHORT_BYTES ? packet->bytes : 0;
    case PACKET_REQUEST_TO_SEND:
    case PACKET_CLEAR_TO_SEND: return sizeof packet->data;
    default: return sizeof *packet - offsetof(struct packet, data);
    }
}

void channel_packet(const struct cell *cell, struct packet *packet)
{
    const size_t begin = offsetof(struct packet, data);

    memcpy(packet, cell->payload, begin);
    if (packet_more(packet))
        memcpy(packet->data, cell->payload + begin, packet_more(packet));
}
