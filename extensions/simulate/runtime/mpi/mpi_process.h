/* SPDX-License-Identifier: BSD-3-Clause */
/* The library's state in a rank. It is not watched: the library's work other than moving bytes is
 * charged per packet (runtime.h). */
#pragma once

#include "extensions/simulate/coherence/engine.h"
#include "extensions/simulate/runtime/mpi/mpi.h"
#include "extensions/simulate/runtime/mpi/packet.h"
#include "extensions/simulate/runtime/runtime.h"

/* ---- channel.c: cells between ranks, through fast boxes and queues. Watched. ---------------- */

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

/* ---- copy_ring.c: copy buffers through which long messages pass in pieces. Watched. --------- */

/* Each pair of ranks has one for both directions, for one message at a time. */

enum {
    RING_SLOTS = 8,
    RING_SLOT_BYTES = 32 * 1024,
    RING_PIECE_SHORT = 16 * 1024, /* for a message of at most RING_SHORT bytes */
    RING_SHORT = 128 * 1024
};

/* Who may begin, if it is not a rank's number: anybody; nobody, because both are using it. */
enum { RING_FREE = -1, RING_BUSY = -2 };

struct ring {
    alignas(CACHE_LINE) _Atomic int owner;
    _Atomic(struct request *) next; /* the other rank's request with which the owner begins */
    struct {
        alignas(CACHE_LINE) _Atomic int bytes; /* 0: free */
    } slot[RING_SLOTS];
    alignas(CACHE_LINE) char data[RING_SLOTS][RING_SLOT_BYTES];
};

/* The owner, RING_FREE if this rank has just become it, with all slots free. */
int ring_claim(struct ring *ring, int rank);
void ring_begin(struct ring *ring, struct request *other);
/* The request with which the other rank, which owns the ring, begins; NULL: not yet. */
struct request *ring_next(struct ring *ring);
void ring_join(struct ring *ring);
/* Called by the receiver when it has taken everything. */
void ring_end(struct ring *ring);

/* Moves one piece of a message of `bytes`, of which `at` have been moved. Returns its length; 0:
 * the other rank must act first. */
size_t ring_fill(struct ring *ring, int slot, const char *data, size_t bytes, size_t at);
size_t ring_drain(struct ring *ring, int slot, char *data, size_t at);

/* ---- a rank's state ------------------------------------------------------------------------- */

enum { RANKS_MOST = 512, WINDOWS_MOST = 16, SIZE_CLASSES = 40 };

/* A message or a one-sided operation that this rank has begun, or one that has arrived before its
 * receive was posted. In one list at a time. */
struct request {
    struct request *next;
    bool complete;
    bool exact; /* a shorter message is an error too */
    bool sends;
    int rank;      /* the other one */
    bool detached; /* nobody waits for it: freed on completion */
    int *counter;  /* decremented on completion; may be NULL */
    char *data;    /* from or to */
    size_t bytes;  /* of data */
    size_t moved;  /* through a ring */
    struct packet packet;
    struct piece piece;     /* what is left to send */
    struct request *remote; /* the other rank's request of a long message */
};

struct requests {
    struct request *first, **last;
};

/* A message whose cells are arriving. */
struct incoming {
    struct packet packet;
    struct request *request; /* its receive, or the request that keeps it until one is posted */
    bool expected;           /* the former */
    char *start, *to;
    size_t left;
    bool active;
};

/* Long messages from and to one rank, in an order that both ranks know. */
struct pipe {
    struct ring *ring;
    struct requests waiting;
    struct request *active;
    int slot;
    bool listed;
};

struct window_target {
    bool targeted; /* in this epoch */
    bool written;  /* since the last flush */
    int pending;   /* operations not completed here */
    int flushes;   /* flushes not answered */
};

enum access { ACCESS_NONE, ACCESS_ASKED, ACCESS_GRANTED };

struct window {
    bool open, shared;
    char *base;
    size_t bytes;
    enum access access;
    int grants;              /* grants to wait for before this rank may access others' memory */
    int completed;           /* origins to wait for, minus those that have ended their epoch */
    struct requests waiting; /* operations until access is granted */
    const struct group *targets;
    struct window_target *target;
    struct {
        int step; /* 0: not in a barrier */
        int pending;
    } barrier; /* for fences, while the rank goes on */
};

struct process {
    int rank, ranks;
    bool begun; /* has called the library before */
    struct mpi_costs costs;
    struct channel channel;
    struct engine_word *boxes; /* flags of its fast boxes, by source */
    struct requests posted, unexpected, sending, unused;
    int *expected;                           /* receives posted, by source */
    int *sources, source_count, source_turn; /* those with at least one; where to look first */
    int *known, known_count, known_turn;     /* sources that have sent */
    struct incoming *incoming;               /* by source */
    struct pipe *pipes;                      /* by rank */
    int *piping, pipe_count;                 /* those with messages */
    struct window windows[WINDOWS_MOST];
    void *buffers[SIZE_CLASSES]; /* free buffers, linked */
    char *attached;              /* MPI_Buffer_attach */
    size_t attached_bytes, attached_used;
    int attached_pending;
    void *attribute;               /* of MPI_COMM_SELF */
    struct page_table *page_table; /* its own, and its place in the queues of others */
    struct page_waiter *page_waiter;
};

extern struct process *processes; /* by rank */

struct process *process_self(void);
/* The library's own memory, zeroed. */
void *process_memory(size_t count, size_t bytes);
/* Simulated memory, first touched by this rank. */
void *process_allocate(int rank, size_t bytes);
struct ring *process_ring(struct process *self, int other);
_Noreturn void process_fail(const char *why, ...) __attribute__((format(printf, 1, 2)));

/* ---- lists and requests ------------------------------------------------------------------- */

void requests_empty(struct requests *list);
void requests_append(struct requests *list, struct request *request);
/* Removes and returns the first one that is `wanted` (NULL: any); NULL if there is none. */
struct request *requests_take(struct requests *list,
                              bool wanted(const struct request *request, const void *key),
                              const void *key);
struct request *request_new(struct process *self, int rank, void *data, size_t bytes);
void request_complete(struct process *self, struct request *request);
void request_free(struct process *self, struct request *request);
/* Nobody waits for the request; *counter counts it until it is complete. */
void request_detach(struct process *self, struct request *request, int *counter);

/* ---- messages ------------------------------------------------------------------------------ */

size_t type_bytes(int count, MPI_Datatype type);
struct request *message_send(struct process *self, int to, const void *data, size_t bytes,
                             int context, int tag);
struct request *message_receive(struct process *self, int from, void *data, size_t bytes,
                                int context, int tag);
void request_wait(struct process *self, struct request *request);

/* Sends the request's packet and piece, at once or as soon as there is space. */
void packet_send(struct process *self, struct request *request);
/* Sends a packet without data. */
void packet_send_only(struct process *self, int to, const struct packet *packet);

/* Polls once for everything that may have arrived. False if nothing moved. */
bool progress_look(struct process *self);
/* The same, with a pause if nothing moved; for loops that wait. */
void progress_wait(struct process *self);

/* matching.c: handles the packets of messages. */
void matching_arrived(struct process *self, int from, struct incoming *incoming);
void matching_finished(struct process *self, struct incoming *incoming);
void matching_cleared(struct process *self, const struct packet *packet);

/* matching.c: long messages whose sender and receiver know of each other. */
void pipe_add(struct process *self, struct request *request);
bool pipes_look(struct process *self);

/* windows/: the window of this number, and the packets of windows. */
struct window *window_of(struct process *self, MPI_Win window);
enum { DATATYPES = 8 }; /* of a packet's tag: what to do with the data of MPI_Accumulate */
void window_arrived(struct process *self, int from, struct incoming *incoming);
void window_finished(struct process *self, int from, struct incoming *incoming);
bool windows_look(struct process *self);

/* ---- buffers ------------------------------------------------------------------------------ */

/* Simulated memory; returned buffers are reused. */
void *buffer_take(struct process *self, size_t bytes);
void buffer_give(struct process *self, void *buffer, size_t bytes);
/* Watched. */
void buffer_copy(void *to, const void *from, size_t bytes);
void buffer_merge(void *into, const void *from, size_t bytes, MPI_Datatype type, MPI_Op op);

/* ---- kernel.c: copies between processes --------------------------------------------------- */

/* Data shared by all ranks that copy from or to one process by the kernel: the lock of its page
 * table, under which each page is looked up, and the count of each page's users. Watched: many
 * copies at once are slow because these lines move from core to core. */

/* A rank that waits for a lock, on a line of its own. */
struct page_waiter {
    alignas(CACHE_LINE) _Atomic(struct page_waiter *) next;
    _Atomic int waits;
};

/* The page table of one process: a queued lock, like the kernel's spin locks. */
struct page_table {
    alignas(CACHE_LINE) _Atomic(struct page_waiter *) last;
};

/* The kernel's record of a page, a cache line. */
struct page {
    alignas(CACHE_LINE) _Atomic int users;
};

enum { PAGE_UPDATES = 4 }; /* updates of a page without contention, until it is released */

/* Looking up a page takes `ns`. */
void page_table_hold(struct page_table *table, struct page_waiter *self, struct page *first,
                     size_t count, double ns);
void page_table_release(struct page *first, size_t count);

/* Call after all buffers that are copied have been allocated. */
void kernel_open(int ranks);
