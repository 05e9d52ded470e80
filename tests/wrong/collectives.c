/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong collective operations: each pattern must reject its own. */
#include "comops/ranks/contract/buffer_bytes.h"

/* The last rank misses the last byte. */
static void broadcast_run(struct job *job)
{
    if (job->rank == ROOT)
        memcpy(job->temporary, job->send, job->bytes);
#pragma omp barrier
    if (job->rank != ROOT)
        memcpy(job->recv, job->temporary, job->bytes - (job->rank == job->ranks - 1));
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, broadcast, .run = broadcast_run, .temporary_bytes = buffer_bytes,
               .summary = "one byte short on one rank");

/* The root counts the receivers and takes that for the last rank. */
static void naive_broadcast_run(struct job *job)
{
#pragma omp barrier
    for (int rank = 1; job->rank == ROOT && rank < job->ranks - 1; rank++)
        memcpy(job->peers[rank]->recv, job->send, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, naive_broadcast, .run = naive_broadcast_run,
               .summary = "last rank left out");

/* Each slice lands in the next rank's place. */
static void gather_run(struct job *job)
{
    const size_t place = (size_t)rank_after(job, 1);

    memcpy(job->temporary + place * job->bytes, job->send, job->bytes);
#pragma omp barrier
    if (job->rank == ROOT)
        memcpy(job->recv, job->temporary, job->bytes * (size_t)job->ranks);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, gather, .run = gather_run, .temporary_bytes = buffer_bytes_all,
               .summary = "slices in wrong places");

/* Right the first time, stale ever after. */
static int runs;

static void scatter_run(struct job *job)
{
    if (job->rank == ROOT && runs++ == 0)
        memcpy(job->temporary, job->send, job->bytes * (size_t)job->ranks);
#pragma omp barrier
    memcpy(job->recv, job->temporary + (size_t)job->rank * job->bytes, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, scatter, .run = scatter_run, .temporary_bytes = buffer_bytes_all,
               .summary = "stale data");

/* The last rank's contribution is left out. */
static void reduce_run(struct job *job)
{
    if (job->rank == ROOT)
        memcpy(job->temporary, job->send, job->bytes);
#pragma omp barrier
    if (job->rank != ROOT && job->rank != job->ranks - 1)
#pragma omp critical(wrong_reduce)
        reduce_local(job->reduction, job->temporary, job->temporary, job->send, job->bytes);
#pragma omp barrier
    if (job->rank == ROOT)
        memcpy(job->recv, job->temporary, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, reduce, .run = reduce_run, .temporary_bytes = buffer_bytes,
               .summary = "one rank left out");

/* Each rank fetches the slices of all others and forgets its own. */
static void allgather_run(struct job *job)
{
    memcpy(job->temporary + (size_t)job->rank * job->bytes, job->send, job->bytes);
#pragma omp barrier
    for (int j = 1; j < job->ranks; j++) {
        const size_t slice = (size_t)rank_after(job, j) * job->bytes;

        memcpy(job->recv + slice, job->temporary + slice, job->bytes);
    }
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, allgather, .run = allgather_run, .temporary_bytes = buffer_bytes_all,
               .summary = "own slice missing");

/* Each rank merges its slice of all vectors, and none fetches the others' slices. */
static void allreduce_run(struct job *job)
{
    const size_t words = job->bytes / 8, ranks = (size_t)job->ranks;
    const size_t begin = words * (size_t)job->rank / ranks * 8;
    const size_t end = words * ((size_t)job->rank + 1) / ranks * 8;
    char *result = job->recv + begin;

#pragma omp barrier
    memcpy(result, job->peers[0]->send + begin, end - begin);
    for (int rank = 1; rank < job->ranks; rank++)
        reduce_local(job->reduction, result, result, job->peers[rank]->send + begin, end - begin);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, allreduce, .run = allreduce_run,
               .summary = "only the own slice merged");

/* Every rank takes the first slice. */
static void reduce_scatter_run(struct job *job)
{
#pragma omp barrier
    memcpy(job->recv, job->peers[0]->send, job->bytes);
    for (int rank = 1; rank < job->ranks; rank++)
        reduce_local(job->reduction, job->recv, job->recv, job->peers[rank]->send, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, reduce_scatter, .run = reduce_scatter_run,
               .summary = "the first slice everywhere");

/* Blocks are fetched in rotated order and kept in the order in which they come. */
static void alltoall_run(struct job *job)
{
    const size_t bytes = job->bytes, ranks = (size_t)job->ranks, rank = (size_t)job->rank;

    memcpy(job->temporary + rank * ranks * bytes, job->send, ranks * bytes);
#pragma omp barrier
    for (size_t j = 0; j < ranks; j++) {
        const size_t sender = (rank + ranks - j) % ranks;

        memcpy(job->recv + j * bytes, job->temporary + (sender * ranks + rank) * bytes, bytes);
    }
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, alltoall, .run = alltoall_run,
               .temporary_bytes = buffer_bytes_blocks, .summary = "blocks in wrong places");

/* Each rank takes the block that a sender has for itself instead of its own. */
static void alltoall_unrotated_run(struct job *job)
{
#pragma omp barrier
    for (int from = 0; from < job->ranks; from++) {
        const size_t block = (size_t)from * job->bytes;

        memcpy(job->recv + block, job->peers[from]->send + block, job->bytes);
    }
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, alltoall_unrotated, .run = alltoall_unrotated_run,
               .summary = "others' blocks");
