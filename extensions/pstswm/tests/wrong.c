/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong implementations of Worley's patterns: each pattern must reject its own. */
#include "comops/ranks/contract/volume.h"

/* In ranks - 1 steps all blocks come but the own one. */
static void srtrans_run(struct job *job)
{
#pragma omp barrier
    for (int step = 1; step < job->ranks; step++) {
        const int from = rank_before(job, step);

        memcpy(job->recv + (size_t)from * job->bytes,
               job->peers[from]->send + (size_t)job->rank * job->bytes, job->bytes);
    }
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, srtrans, .run = srtrans_run, .summary = "own block missing");

/* Each rank takes from its partner the block with the step's number instead of its own. */
static void swtrans_run(struct job *job)
{
    const size_t own = (size_t)job->rank * job->bytes;

#pragma omp barrier
    memcpy(job->recv + own, job->send + own, job->bytes);
    for (int step = 1; step < job->ranks; step++) {
        const int partner = job->rank ^ step;

        if (partner < job->ranks)
            memcpy(job->recv + (size_t)partner * job->bytes,
                   job->peers[partner]->send + (size_t)step * job->bytes, job->bytes);
    }
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, swtrans, .run = swtrans_run, .summary = "others' blocks");

/* The blocks stay in the order of their distance; the last reordering is left out. */
static void logtrans_run(struct job *job)
{
#pragma omp barrier
    for (int distance = 0; distance < job->ranks; distance++)
        memcpy(job->recv + (size_t)distance * job->bytes,
               job->peers[job->rank ^ distance]->send + (size_t)job->rank * job->bytes, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, logtrans, .run = logtrans_run, .summary = "blocks in wrong places");

/* The maximum, as in the other reductions, instead of the sum. */
static void exchsum_run(struct job *job)
{
    double *result = (double *)job->recv;

#pragma omp barrier
    memcpy(result, job->send, job->bytes);
    for (int rank = 0; rank < job->ranks; rank++)
        reduce_local(MAX_DOUBLE, result, result, job->peers[rank]->send, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, exchsum, .run = exchsum_run, .summary = "maximum instead of sum");

/* Each rank sums its part of all vectors, and none collects the others' parts. */
static void halfsum_run(struct job *job)
{
    const size_t count = job->bytes / sizeof(double), ranks = (size_t)job->ranks;
    const size_t begin = count * (size_t)job->rank / ranks;
    const size_t end = count * ((size_t)job->rank + 1) / ranks;
    double *result = (double *)job->recv;

#pragma omp barrier
    for (size_t i = begin; i < end; i++) {
        result[i] = 0;
        for (int rank = 0; rank < job->ranks; rank++)
            result[i] += ((const double *)job->peers[rank]->send)[i];
    }
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, halfsum, .run = halfsum_run, .summary = "only the own part summed");

/* One step short, so that the vector of the next rank is missing. */
static void ringsum_run(struct job *job)
{
    double *result = (double *)job->recv;

#pragma omp barrier
    memcpy(result, job->send, job->bytes);
    for (int step = 1; step < job->ranks - 1; step++) {
        const int from = rank_before(job, step);
        const double *vector = (const double *)job->peers[from]->send;

        for (size_t i = 0; i < job->bytes / sizeof *vector; i++)
            result[i] += vector[i];
    }
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, ringsum, .run = ringsum_run, .summary = "one rank left out");

/* The volume is cut so that the last message, be it the only one, is not counted. */
static void swap_run(struct job *job)
{
    const int partner = volume_partner(job);
    const size_t end = partner != job->rank ? job->series : 0;

#pragma omp barrier
    for (size_t at = 0; at + job->bytes < end; at += job->bytes)
        memcpy(job->recv + at, job->peers[partner]->send + at, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, swap, .run = swap_run, .summary = "last message missing");

/* The volume is cut so that the last message, be it the only one, is not counted. */
static void swap_printed_run(struct job *job)
{
    const size_t end = job->rank < 2 ? job->series : 0;

#pragma omp barrier
    for (size_t at = 0; at + job->bytes < end; at += job->bytes)
        memcpy(job->recv + at, job->peers[1 - job->rank]->send + at, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, swap_printed, .run = swap_printed_run,
               .summary = "last message missing");

/* C says that -1 % ranks is -1, so rank 0 finds nobody before it. */
static void sendrecv_run(struct job *job)
{
    const int left = (job->rank - 1) % job->ranks;

#pragma omp barrier
    for (size_t at = 0; left >= 0 && at < job->series; at += job->bytes)
        memcpy(job->recv + at, job->peers[left]->send + at, volume_message(job, at));
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, sendrecv, .run = sendrecv_run,
               .summary = "a left neighbour missing");
