/* SPDX-License-Identifier: BSD-3-Clause */
/* Cells between ranks, through fast boxes and queues. Watched. */
#pragma once

#include "simulate/runtime/mpi/packet.h"

/* A rank's view of the cells, in unwatched memory of its own. Arrays are by rank. */
struct channel {
    int rank;
    struct box **in, **out;
    struct queue **received, **released; /* each rank's arrived cells; its cells that are free */
    char *cells;                         /* CELLS of this rank's own */
    struct cell *arrived, *free;         /* heads of this rank's own two queues */
    uint16_t *sequence_in, *sequence_out;
    bool *introduced; /* the others poll its fast box, after a first message through the queue */
};

/* What is left of a message to send: its packet, if that has not been sent, and data. */
struct piece {
    const struct packet *packet;
    const char *data;
    size_t bytes;
};

/* Sends as much as fits into a fast box or into a cell. False if neither is free. */
bool channel_send(struct channel *channel, int to, struct piece *piece);

/* The cell in this rank's fast box, which is full; the next cell in the queue. NULL if it is not
 * that cell's turn, or if there is none. */
struct cell *channel_box(struct channel *channel, int from);
struct cell *channel_queue(struct channel *channel);
void channel_empty_box(struct channel *channel, int from);
void channel_release(struct channel *channel, struct cell *cell);

/* Reads the packet of a cell that has arrived. */
void channel_packet(const struct cell *cell, struct packet *packet);

void queue_append(struct queue *queue, struct cell *cell);
