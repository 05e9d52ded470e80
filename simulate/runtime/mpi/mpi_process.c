/* SPDX-License-Identifier: BSD-3-Clause */
#include "simulate/runtime/mpi/mpi_process.h"

#include "simulate/coherence/engine.h"
#include "simulate/watch/watch.h"

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

static void *memory_of(size_t count, size_t bytes)
{
    void *memory = calloc(count, bytes);

    if (!memory)
        process_fail("no memory");
    return memory;
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

static void process_close(struct process *self)
{
    struct channel *channel = &self->channel;
    void *const memory[] = {channel->in,           channel->out,        channel->sequence_in,
                            channel->sequence_out, channel->introduced, self->boxes,
                            self->expected,        self->sources,       self->known,
                            self->incoming,        self->pipes,         self->piping};

    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
        free(memory[i]);
    for (int i = 0; i < WINDOWS_MOST; i++)
        free(self->windows[i].target);
    for (struct request *request; (request = requests_take(&self->unused, NULL, NULL));)
        free(request);
}

static void processes_close(void)
{
    if (!processes)
        return;
    free(processes[0].channel.received); /* common to all */
    free(processes[0].channel.released);
    for (int rank = 0; rank < process_count; rank++)
        process_close(&processes[rank]);
    free(processes);
    free(rings);
}

static void channel_open(struct channel *channel, int rank, int ranks)
{
    const size_t count = (size_t)ranks;

    *channel = (struct channel){.rank = rank,
                                .in = memory_of(count, sizeof *channel->in),
                                .out = memory_of(count, sizeof *channel->out),
                                .sequence_in = memory_of(count, sizeof *channel->sequence_in),
                                .sequence_out = memory_of(count, sizeof *channel->sequence_out),
                                .introduced = memory_of(count, sizeof *channel->introduced)};
}

static void process_open(struct process *self, const struct mpi_costs *costs, int rank, int ranks)
{
    const size_t count = (size_t)ranks;

    *self = (struct process){.rank = rank,
                             .ranks = ranks,
                             .costs = *costs,
                             .boxes = memory_of(count, sizeof *self->boxes),
                             .expected = memory_of(count, sizeof *self->expected),
                             .sources = memory_of(count, sizeof *self->sources),
                             .known = memory_of(count, sizeof *self->known),
                             .incoming = memory_of(count, sizeof *self->incoming),
                             .pipes = memory_of(count, sizeof *self->pipes),
                             .piping = memory_of(count, sizeof *self->piping)};
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

    processes_close();
    process_count = ranks;
    processes = memory_of((size_t)ranks, sizeof *processes);
    rings = memory_of((size_t)(ranks * ranks), sizeof *rings);
    received = memory_of((size_t)ranks, sizeof(struct queue *));
    released = memory_of((size_t)ranks, sizeof(struct queue *));
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
    (void)comm;
    *rank = process_self()->rank;
    return MPI_SUCCESS;
}

int MPI_Comm_size(MPI_Comm comm, int *size)
{
    (void)comm;
    *size = process_self()->ranks;
    return MPI_SUCCESS;
}

int MPI_Comm_create_keyval(void *copy, void *remove, int *key, void *extra)
{
    (void)copy, (void)remove, (void)extra;
    *key = 0;
    return MPI_SUCCESS;
}

int MPI_Comm_set_attr(MPI_Comm comm, int key, void *value)
{
    (void)comm, (void)key;
    process_self()->attribute = value;
    return MPI_SUCCESS;
}

int MPI_Comm_get_attr(MPI_Comm comm, int key, void *value, int *found)
{
    (void)comm, (void)key;
    *(void **)value = process_self()->attribute;
    *found = process_self()->attribute != NULL;
    return MPI_SUCCESS;
}
