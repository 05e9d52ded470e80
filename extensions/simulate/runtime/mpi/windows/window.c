/* SPDX-License-Identifier: BSD-3-Clause */
/* Windows over private memory, which the target's library reads and writes whenever the target is
 * in a call of the library. */
#include "extensions/simulate/runtime/mpi/mpi_process.h"
#include "extensions/simulate/coherence/engine.h"
#include "comops/ranks/watch/watch.h"

enum { ACCUMULATE_MOST = 256 * 1024 }; /* bytes of one packet's data */

struct window *window_of(struct process *self, MPI_Win window)
{
    if (window < 0 || window >= WINDOWS_MOST || !self->windows[window].open)
        process_fail("no window %d", window);
    return &self->windows[window];
}

/* ---- windows ------------------------------------------------------------------------------ */

/* All ranks create windows in the same order, so numbers agree. */
static MPI_Win window_new(struct process *self, void *base, MPI_Aint bytes)
{
    int number = 0;

    while (number < WINDOWS_MOST && self->windows[number].open)
        number++;
    if (number == WINDOWS_MOST)
        process_fail("more than %d windows", WINDOWS_MOST);
    struct window *window = &self->windows[number];

    *window = (struct window){.open = true, .base = base, .bytes = (size_t)bytes};
    requests_empty(&window->waiting);
    window->target = process_memory((size_t)self->ranks, sizeof *window->target);
    return number;
}

int MPI_Win_create(void *base, MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm,
                   MPI_Win *window)
{
    if (unit != 1)
        process_fail("windows are addressed in bytes");
    *window = window_new(process_self(), base, bytes);
    return MPI_Barrier(comm);
}

int MPI_Win_free(MPI_Win *window)
{
    struct window *here = window_of(process_self(), *window);

    while (here->barrier.step)
        progress_wait(process_self());
    MPI_Barrier(MPI_COMM_WORLD);
    *here = (struct window){0};
    return MPI_SUCCESS;
}

/* ---- operations at their origin ------------------------------------------------------------- */

static void operation_issue(struct process *self, struct window *window, struct request *request)
{
    struct window_target *target = &window->target[request->rank];

    target->targeted = true;
    target->written |= request->packet.type != PACKET_GET;
    target->pending++;
    request->detached = true;
    request->counter = &target->pending;
    if (window->access == ACCESS_GRANTED)
        packet_send(self, request);
    else
        requests_append(&window->waiting, request);
}

static struct request *operation_new(struct process *self, MPI_Win window, int type, int rank,
                                     MPI_Aint place, size_t bytes)
{
    struct request *request = request_new(self, rank, NULL, bytes);

    if (window_of(self, window)->access == ACCESS_NONE)
        process_fail("an operation on a window outside of an epoch");
    if ((size_t)place + bytes > window_of(&processes[rank], window)->bytes)
        process_fail("%zu bytes at %td of rank %d's window, which has %zu", bytes, place, rank,
                     window_of(&processes[rank], window)->bytes);
    request->packet =
        (struct packet){.type = type, .context = window, .bytes = bytes, .place = (size_t)place};
    return request;
}

/* Few bytes that are put or accumulated are in the packet. */
static void operation_load(struct request *request, const char *data, size_t bytes)
{
    if (bytes <= IMMEDIATE_BYTES)
        buffer_copy(request->packet.immediate, data, bytes);
    else
        request->piece = (struct piece){.data = data, .bytes = bytes};
}

int MPI_Put(const void *data, int count, MPI_Datatype type, int to, MPI_Aint place, int count_to,
            MPI_Datatype type_to, MPI_Win window)
{
    struct process *self = process_self();
    const size_t bytes = type_bytes(count, type);

    if (type_bytes(count_to, type_to) != bytes)
        process_fail("MPI_Put of %zu bytes to %zu", bytes, type_bytes(count_to, type_to));
    if (to == self->rank) {
        buffer_copy(window_of(self, window)->base + place, data, bytes);
        return MPI_SUCCESS;
    }
    struct request *request = operation_new(self, window, PACKET_PUT, to, place, bytes);

    operation_load(request, data, bytes);
    operation_issue(self, window_of(self, window), request);
    return MPI_SUCCESS;
}

int MPI_Accumulate(const void *data, int count, MPI_Datatype type, int to, MPI_Aint place,
                   int count_to, MPI_Datatype type_to, MPI_Op op, MPI_Win window)
{
    struct process *self = process_self();
    const size_t all = type_bytes(count, type);

    if (to == self->rank || type_bytes(count_to, type_to) != all)
        process_fail("MPI_Accumulate to itself, or of another number of bytes");
    for (size_t at = 0; at < all; at += ACCUMULATE_MOST) {
        const size_t bytes = all - at < ACCUMULATE_MOST ? all - at : ACCUMULATE_MOST;
        struct request *request =
            operation_new(self, window, PACKET_ACCUMULATE, to, place + (MPI_Aint)at, bytes);

        request->packet.tag = op * DATATYPES + type;
        operation_load(request, (const char *)data + at, bytes);
        operation_issue(self, window_of(self, window), request);
    }
    return MPI_SUCCESS;
}

int MPI_Get(void *data, int count, MPI_Datatype type, int from, MPI_Aint place, int count_from,
            MPI_Datatype type_from, MPI_Win window)
{
    struct process *self = process_self();
    const size_t bytes = type_bytes(count, type);

    if (type_bytes(count_from, type_from) != bytes)
        process_fail("MPI_Get of %zu bytes from %zu", bytes, type_bytes(count_from, type_from));
    if (from == self->rank) {
        buffer_copy(data, window_of(self, window)->base + place, bytes);
        return MPI_SUCCESS;
    }
    struct request *request = operation_new(self, window, PACKET_GET, from, place, bytes);

    request->data = data;
    request->packet.request = request;
    operation_issue(self, window_of(self, window), request);
    return MPI_SUCCESS;
}

/* ---- packets at their target ----------------------------------------------------------------- */

/* Applies packets to the window of the rank at which they arrive. */

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

/* ---- windows that all ranks load from and store to ------------------------------------------- */

/* Windows that all ranks load from and store to. */

enum { PAGE_BYTES = 4096 };

int MPI_Win_allocate_shared(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void *memory,
                            MPI_Win *window)
{
    struct process *self = process_self();
    void *part;

    engine_allocates(self->rank);
    part = watch_allocate(PAGE_BYTES, (size_t)bytes);
    if (!part)
        process_fail("no simulated memory for %td bytes", bytes);
    *(void **)memory = part;
    MPI_Win_create(part, bytes, unit, info, comm, window);
    window_of(self, *window)->shared = true;
    return MPI_SUCCESS;
}

int MPI_Win_shared_query(MPI_Win window, int rank, MPI_Aint *bytes, int *unit, void *memory)
{
    const struct window *there = window_of(&processes[rank], window);

    *bytes = (MPI_Aint)there->bytes;
    *unit = 1;
    *(void **)memory = there->base;
    return MPI_SUCCESS;
}

/* A full barrier of the processor, because memory is shared. */
int MPI_Win_sync(MPI_Win window)
{
    if (window_of(process_self(), window)->shared)
        watched_fence(memory_order_seq_cst, NULL);
    return MPI_SUCCESS;
}
