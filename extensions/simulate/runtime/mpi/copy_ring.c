/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/simulate/runtime/mpi/mpi_process.h"

static void slots_free(struct ring *ring)
{
    for (int i = 0; i < RING_SLOTS; i++)
        atomic_store_explicit(&ring->slot[i].bytes, 0, memory_order_relaxed);
}

/* MPICH swaps without reading first, which would take the line from the owner at each poll. If the
 * ring is not free, nothing is written, not even on the stack, so the engine sees an unsuccessful
 * poll. */
int ring_claim(struct ring *ring, int rank)
{
    const int owner = atomic_load_explicit(&ring->owner, memory_order_acquire);

    if (owner != RING_FREE)
        return owner;
    int found = RING_FREE;

    if (atomic_compare_exchange_strong_explicit(&ring->owner, &found, rank, memory_order_acq_rel,
                                                memory_order_acquire))
        slots_free(ring);
    return found;
}

void ring_begin(struct ring *ring, struct request *other)
{
    atomic_store_explicit(&ring->next, other, memory_order_release); /* and the slots are free */
}

struct request *ring_next(struct ring *ring)
{
    return atomic_load_explicit(&ring->next, memory_order_acquire);
}

void ring_join(struct ring *ring)
{
    atomic_store_explicit(&ring->next, NULL, memory_order_relaxed);
    atomic_store_explicit(&ring->owner, RING_BUSY, memory_order_release);
}

void ring_end(struct ring *ring)
{
    slots_free(ring);
    atomic_store_explicit(&ring->owner, RING_FREE, memory_order_release);
}

size_t ring_fill(struct ring *ring, int slot, const char *data, size_t bytes, size_t at)
{
    const size_t most = bytes <= RING_SHORT ? RING_PIECE_SHORT : RING_SLOT_BYTES;
    const size_t piece = bytes - at < most ? bytes - at : most;

    /* Acquire: the receiver has copied its data. */
    if (atomic_load_explicit(&ring->slot[slot].bytes, memory_order_acquire))
        return 0;
    memcpy(ring->data[slot], data + at, piece);
    atomic_store_explicit(&ring->slot[slot].bytes, (int)piece, memory_order_release);
    return piece;
}

size_t ring_drain(struct ring *ring, int slot, char *data, size_t at)
{
    const int piece = atomic_load_explicit(&ring->slot[slot].bytes, memory_order_acquire);

    if (!piece)
        return 0;
    memcpy(data + at, ring->data[slot], (size_t)piece);
    atomic_store_explicit(&ring->slot[slot].bytes, 0, memory_order_release);
    return (size_t)piece;
}

/* ---- a rank's accesses to data in its own buffers -------------------------------------------- */

/* A rank's accesses to data in its own buffers. Watched. */

void buffer_copy(void *to, const void *from, size_t bytes)
{
    memcpy(to, from, bytes);
}

static enum reduction reduction_of(MPI_Datatype type, bool is_sum)
{
    switch (type) {
    case MPI_FLOAT: return is_sum ? SUM_FLOAT : MAX_FLOAT;
    case MPI_INT64_T: return is_sum ? SUM_INT64 : MAX_INT64;
    case MPI_INT32_T: return is_sum ? SUM_INT32 : MAX_INT32;
    case MPI_DOUBLE: return is_sum ? SUM_DOUBLE : MAX_DOUBLE;
    default: process_fail("datatype %d is not reduced", type);
    }
}

static void merge_int(int *into, const int *from, size_t count, bool is_sum)
{
    for (size_t i = 0; i < count; i++)
        into[i] = is_sum ? into[i] + from[i] : into[i] && from[i];
}

void buffer_merge(void *into, const void *from, size_t bytes, MPI_Datatype type, MPI_Op op)
{
    if (type == MPI_INT)
        merge_int(into, from, bytes / sizeof(int), op == MPI_SUM);
    else
        reduce_local(reduction_of(type, op == MPI_SUM), into, into, from, bytes);
}
