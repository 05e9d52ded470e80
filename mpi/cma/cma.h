/* SPDX-License-Identifier: BSD-3-Clause */
/* Cross-memory attach: the kernel copies a message once, from one process's private buffer to the
 * other's (process_vm_readv, process_vm_writev), as MPI libraries do for long messages. Here every
 * message of any size takes one call, and flags in a shared window order the calls. */
#pragma once

#include "mpi/shared_window.h"

#include <stdalign.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/uio.h>
#include <unistd.h>

/* One rank's part of the window. The process and its buffers are written only in setup. */
struct cma_rank {
    alignas(CACHE_LINE_PAIR) _Atomic uint64_t ready; /* steps whose buffers may be accessed */
    alignas(CACHE_LINE_PAIR) _Atomic uint64_t done; /* steps in which it has made all its copies */
    alignas(CACHE_LINE_PAIR) pid_t pid;
    char *send, *recv; /* at its addresses */
};

/* job->state, private. */
struct cma {
    MPI_Win window;
    uint64_t step;
    struct cma_rank *ranks[]; /* at this process's addresses */
};

/* Why no process may read another's memory here, or NULL: a trial between two children. */
const char *cma_refused(void);

static inline struct cma_rank *cma_rank(const struct job *job, int rank)
{
    return ((const struct cma *)job->state)->ranks[rank];
}

/* Begins a run and returns its number, the same on every rank. */
static inline uint64_t cma_step(struct job *job)
{
    return ++((struct cma *)job->state)->step;
}

/* Other ranks may access this rank's buffers. */
static inline void cma_set_ready(const struct job *job, uint64_t step)
{
    flag_set(&cma_rank(job, job->rank)->ready, step);
}

/* A call may move only a part. It fails only if the other process has died. */
static inline void cma_copy(ssize_t (*call)(pid_t, const struct iovec *, unsigned long,
                                            const struct iovec *, unsigned long, unsigned long),
                            const struct job *job, int rank, char *mine, char *theirs)
{
    const pid_t pid = cma_rank(job, rank)->pid;

    for (size_t at = 0; at < job->bytes;) {
        const struct iovec here = {mine + at, job->bytes - at};
        const struct iovec there = {theirs + at, job->bytes - at};
        const ssize_t moved = call(pid, &here, 1, &there, 1, 0);

        if (moved <= 0)
            return;
        at += (size_t)moved;
    }
}

/* One message of job->bytes from another rank's send buffer, once that is ready. */
static inline void cma_read(const struct job *job, int from, char *to, size_t place, uint64_t step)
{
    flag_wait(&cma_rank(job, from)->ready, step);
    cma_copy(process_vm_readv, job, from, to, cma_rank(job, from)->send + place);
}

/* One message of job->bytes into another rank's receive buffer, once that is ready. */
static inline void cma_write(const struct job *job, int to, size_t place, uint64_t step)
{
    flag_wait(&cma_rank(job, to)->ready, step);
    cma_copy(process_vm_writev, job, to, job->send, cma_rank(job, to)->recv + place);
}

/* This rank has made all its copies. */
static inline void cma_set_done(const struct job *job, uint64_t step)
{
    flag_set(&cma_rank(job, job->rank)->done, step);
}

static inline void cma_wait_done(const struct job *job, int rank, uint64_t step)
{
    flag_wait(&cma_rank(job, rank)->done, step);
}

static inline void cma_wait_done_all(const struct job *job, uint64_t step)
{
    for (int rank = 0; rank < job->ranks; rank++)
        if (rank != job->rank)
            cma_wait_done(job, rank, step);
}

/* Whether this process may access the memory of the others, which a policy of the system may
 * forbid. */
static inline bool cma_may_access(const struct job *job)
{
    for (int rank = 0; rank < job->ranks; rank++) {
        const struct cma_rank *other = cma_rank(job, rank);
        char byte;
        const struct iovec here = {&byte, 1};
        const struct iovec there = {other->recv ? other->recv : other->send, 1};

        if (there.iov_base && process_vm_readv(other->pid, &here, 1, &there, 1, 0) != 1)
            return false;
    }
    return true;
}

static inline bool cma_setup(struct job *job)
{
    const size_t ranks = (size_t)job->ranks;
    struct cma *cma = job->state = calloc(1, sizeof *cma + ranks * sizeof *cma->ranks);
    int good = cma != NULL && shared_window_possible(job);

    /* If one rank left alone, the others would hang in MPI_Win_allocate_shared. */
    MPI_Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    if (!good)
        return false;
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY); /* ranks are siblings, which Yama separates */
    cma->window = shared_window_create(job, sizeof(struct cma_rank), (void **)cma->ranks);
    struct cma_rank *mine = cma->ranks[job->rank];

    mine->pid = getpid();
    mine->send = job->send;
    mine->recv = job->recv;
    MPI_Barrier(MPI_COMM_WORLD); /* all have written theirs */
    MPI_Win_sync(cma->window);   /* and this rank sees them */
    if (!cma_may_access(job))
        job->failure = "the kernel refuses access to another rank's memory (process_vm_readv)";
    return !job->failure;
}

static inline void cma_teardown(struct job *job)
{
    struct cma *cma = job->state;

    if (cma && cma->ranks[0])
        shared_window_free(&cma->window);
    prctl(PR_SET_PTRACER, 0);
    free(cma);
    job->state = NULL;
}

#define CMA .refused = cma_refused, .setup = cma_setup, .teardown = cma_teardown
