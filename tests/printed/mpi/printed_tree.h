/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, appendices B and C: the tree, and both listings with their
 * loops closed. What each test plants is a parameter. An element is a byte here, `a` is the root's
 * send buffer and everybody else's receive buffer. */
#pragma once

#include "tests/printed/mpi/mpi_late.h"
#include "tests/printed/patience.h"

enum { TAG = 0 };

struct planted {
    enum when data;    /* of the root's data for others */
    enum when polls;   /* of the polling gets of appendix B */
    bool last_first;   /* the last element of the root's puts arrives at once, the rest late */
    bool sentinel_set; /* before a run the last element is cleared, which the listings forget */
    int highest;       /* `pe`, which the listings do not define */
};

static inline char *array(const struct job *job)
{
    return job->rank == ROOT ? job->send : job->recv;
}

static inline bool tree_setup(struct job *job)
{
    return late_open(job, array(job), job->bytes);
}

/* Of a rank's lowest set bit; the root's is above all ranks. */
static inline int reach(const struct job *job)
{
    int bit = 1;

    while (job->rank == ROOT ? bit <= job->ranks : !(job->rank & bit))
        bit *= 2;
    return bit;
}

static inline void tree_begin(struct job *job, const struct planted *planted)
{
    if (planted->sentinel_set && job->rank != ROOT)
        job->recv[job->bytes - 1] = 0;
    fence(job);
}

/* True when the rank's own last element is not zero. */
static inline bool poll_by_get(struct job *job, enum when when, char *check)
{
    progress(job);
    if (when == NOW) /* late: none is begun before the fence, which this rank does not reach */
        get(job, NOW, check, 1, job->rank, job->bytes - 1);
    return *check != 0;
}

static inline bool poll_memory(struct job *job)
{
    progress(job);
    return *(volatile char *)(job->recv + job->bytes - 1) != 0;
}

/* Appendix B: a token to each child, which then gets, and polls its own last element. */
static inline void tree_get(struct job *job, struct planted planted)
{
    const int parent = job->rank - reach(job);
    char token = 1, check = 0;

    tree_begin(job, &planted);
    if (job->rank != ROOT) {
        MPI_Recv(&token, 1, MPI_BYTE, parent, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        get(job, parent == ROOT ? planted.data : NOW, job->recv, job->bytes, parent, 0);
        WAIT_UNTIL(poll_by_get(job, planted.polls, &check));
    }
    for (int bit = reach(job) / 2; bit > 0; bit /= 2)
        if (job->rank + bit <= planted.highest)
            MPI_Send(&token, 1, MPI_BYTE, job->rank + bit, TAG, MPI_COMM_WORLD);
    fence(job);
}

/* Appendix C: poll the own last element, then put to each child. */
static inline void tree_put(struct job *job, struct planted planted)
{
    const size_t first = planted.last_first ? job->bytes - 1 : 0;

    tree_begin(job, &planted);
    if (job->rank != ROOT)
        WAIT_UNTIL(poll_memory(job));
    for (int bit = reach(job) / 2; bit > 0; bit /= 2) {
        if (job->rank + bit > planted.highest)
            continue;
        if (job->rank == ROOT && planted.last_first)
            put(job, LATE, array(job), first, job->rank + bit, 0);
        put(job, job->rank == ROOT ? planted.data : NOW, array(job) + first, job->bytes - first,
            job->rank + bit, first);
    }
    fence(job);
}
