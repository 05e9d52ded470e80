/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/simulate/runtime/mpi/mpi_process.h"

#include "extensions/simulate/coherence/engine.h"
#include "comops/ranks/watch/watch.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct process *processes;
static int process_count;
static struct ring **rings; /* rank x rank, created when needed */

/* The rank itself adds its cells to its free queue, as MPI_Init does. It also stores a packet into
 * each, because in a measurement of many runs all have been used. */
static void process_begin(struct process *self)
{
    self->begun = true;
    for (int i = 0; i < CELLS; i++) {
        struct cell *cell = (struct cell *)(self->channel.cells + (size_t)i * CELL_BYTES);

        watched_write(cell->payload, sizeof(struct packet), NULL);
        queue_append(self->channel.released[self->rank], cell);
    }
}

struct process *process_self(void)
{
    struct process *self = &processes[watch_rank];

    if (!self->begun)
        process_begin(self);
    return self;
}

void process_fail(const char *why, ...)
{
    va_list words;

    fprintf(stderr, "MPI, rank %d: ", watch_rank);
    va_start(words, why);
    vfprintf(stderr, why, words);
    va_end(words);
    fprintf(stderr, "\n");
    exit(EXIT_FAILURE);
}

/* All memory of the library, until it is opened again. */
static struct block {
    struct block *next;
    max_align_t data[];
} *blocks;

void *process_memory(size_t count, size_t bytes)
{
    struct block *block = calloc(1, sizeof *block + count * bytes);

    if (!block)
        process_fail("no memory");
    block->next = blocks;
    blocks = block;
    return block->data;
}

void *process_allocate(int rank, size_t bytes)
{
    engine_allocates(rank);
    void *memory = watch_allocate(CACHE_LINE, bytes);

    if (!memory)
        process_fail("no simulated memory for %zu bytes", bytes);
    return memory;
}

struct ring *process_ring(struct process *self, int other)
{
    struct ring **here = &rings[self->rank * self->ranks + other];

    if (!*here) {
        *here = process_allocate(self->rank, sizeof **here);
        atomic_init(&(*here)->owner, RING_FREE);
        rings[other * self->ranks + self->rank] = *here;
    }
    return *here;
}

/* ---- opening and closing -------------------------------------------------------------------- */

static void blocks_free(void)
{
    for (struct block *next; blocks; blocks = next) {
        next = blocks->next;
        free(blocks);
    }
}

static void channel_open(struct channel *channel, int rank, int ranks)
{
    const size_t count = (size_t)ranks;

    channel->rank = rank;
    channel->in = process_memory(count, sizeof *channel->in);
    channel->out = process_memory(count, sizeof *channel->out);
    channel->sequence_in = process_memory(count, sizeof *channel->sequence_in);
    channel->sequence_out = process_memory(count, sizeof *channel->sequence_out);
    channel->introduced = process_memory(count, sizeof *channel->introduced);
}

static void process_open(struct process *self, const struct mpi_costs *costs, int rank, int ranks)
{
    const size_t count = (size_t)ranks;

    *self = (struct process){.rank = rank,
                             .ranks = ranks,
                             .costs = *costs,
                             .boxes = process_memory(count, sizeof *self->boxes),
                             .expected = process_memory(count, sizeof *self->expected),
                             .sources = process_memory(count, sizeof *self->sources),
                             .known = process_memory(count, sizeof *self->known),
                             .incoming = process_memory(count, sizeof *self->incoming),
                             .pipes = process_memory(count, sizeof *self->pipes),
                             .piping = process_memory(count, sizeof *self->piping)};
    if (self->costs.eager > EAGER_MOST)
        self->costs.eager = EAGER_MOST;
    requests_empty(&self->posted);
    requests_empty(&self->unexpected);
    requests_empty(&self->sending);
    requests_empty(&self->unused);
    for (int other = 0; other < ranks; other++)
        requests_empty(&self->pipes[other].waiting);
    channel_open(&self->channel, rank, ranks);
}

/* The memory into which other ranks write, and the rank's cells. */
static void shared_open(int rank, struct queue **received, struct queue **released)
{
    received[rank] = process_allocate(rank, sizeof(struct queue));
    released[rank] = process_allocate(rank, sizeof(struct queue));
    processes[rank].channel.cells = process_allocate(rank, CELLS * CELL_BYTES);
    for (int from = 0; from < process_count; from++)
        if (from != rank) {
            struct box *box = process_allocate(rank, sizeof *box);

            processes[rank].channel.in[from] = processes[from].channel.out[rank] = box;
            processes[rank].boxes[from].address = &box->full;
        }
}

void mpi_stand_in_open(const struct mpi_costs *costs, int ranks)
{
    struct queue **received, **released;

    blocks_free();
    process_count = ranks;
    processes = process_memory((size_t)ranks, sizeof *processes);
    rings = process_memory((size_t)(ranks * ranks), sizeof *rings);
    received = process_memory((size_t)ranks, sizeof(struct queue *));
    released = process_memory((size_t)ranks, sizeof(struct queue *));
    for (int rank = 0; rank < ranks; rank++) {
        process_open(&processes[rank], costs, rank, ranks);
        processes[rank].channel.received = received;
        processes[rank].channel.released = released;
    }
    kernel_open(ranks);
    for (int rank = 0; rank < ranks; rank++)
        shared_open(rank, received, released);
}

void mpi_stand_in_settle(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

int MPI_Comm_rank(MPI_Comm comm, int *rank)
{
    *rank = process_self()->rank;
    return MPI_SUCCESS;
}

int MPI_Comm_size(MPI_Comm comm, int *size)
{
    *size = process_self()->ranks;
    return MPI_SUCCESS;
}

int MPI_Comm_create_keyval(void *copy, void *remove, int *key, void *extra)
{
    *key = 0;
    return MPI_SUCCESS;
}

int MPI_Comm_set_attr(MPI_Comm comm, int key, void *value)
{
    process_self()->attribute = value;
    return MPI_SUCCESS;
}

int MPI_Comm_get_attr(MPI_Comm comm, int key, void *value, int *found)
{
    *(void **)value = process_self()->attribute;
    *found = process_self()->attribute != NULL;
    return MPI_SUCCESS;
}
