/* SPDX-License-Identifier: BSD-3-Clause */
/* One-sided operations at the moment that a test chooses. MPI completes a put or a get at some time
 * between the call and the next synchronisation (MPI-2, section 6.4); libraries do either. Here one
 * is complete when the call returns, or is not begun before the fence: both are within the rules,
 * and so is a put that arrives in parts. To choose, the windows are locked by all from first to
 * last, and what the listings call a fence lets the ranks meet and completes what is left. */
#pragma once

#include "comops/comops.h"

#include <mpi.h>
#include <stdlib.h>

enum { TAG = 0 };
enum when { NOW, LATE };

struct operation {
    bool put;
    char *local;
    size_t bytes, offset;
    int rank;
};

struct late {
    MPI_Win window;
    struct operation operations[16];
    int count;
};

static inline bool late_open(struct job *job, char *exposed, size_t bytes)
{
    struct late *late = job->state = calloc(1, sizeof *late);

    if (!late)
        return false;
    MPI_Win_create(exposed, (MPI_Aint)bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &late->window);
    MPI_Win_lock_all(0, late->window);
    return true;
}

static inline void late_close(struct job *job)
{
    struct late *late = job->state;

    MPI_Win_unlock_all(late->window);
    MPI_Win_free(&late->window);
    free(late);
}

static inline void operate(struct late *late, const struct operation *operation)
{
    const int bytes = (int)operation->bytes;
    const MPI_Aint offset = (MPI_Aint)operation->offset;

    if (operation->put)
        MPI_Put(operation->local, bytes, MPI_BYTE, operation->rank, offset, bytes, MPI_BYTE,
                late->window);
    else
        MPI_Get(operation->local, bytes, MPI_BYTE, operation->rank, offset, bytes, MPI_BYTE,
                late->window);
    MPI_Win_flush(operation->rank, late->window); /* complete, here and there */
}

static inline void operate_when(struct job *job, enum when when, struct operation operation)
{
    struct late *late = job->state;

    if (when == NOW)
        operate(late, &operation);
    else
        late->operations[late->count++] = operation;
}

static inline void put(struct job *job, enum when when, char *from, size_t bytes, int to,
                       size_t offset)
{
    operate_when(job, when, (struct operation){true, from, bytes, offset, to});
}

static inline void get(struct job *job, enum when when, char *to, size_t bytes, int from,
                       size_t offset)
{
    operate_when(job, when, (struct operation){false, to, bytes, offset, from});
}

static inline void fence(struct job *job)
{
    struct late *late = job->state;

    MPI_Barrier(MPI_COMM_WORLD); /* a fence may put off all until its partners are in it too */
    for (int i = 0; i < late->count; i++)
        operate(late, &late->operations[i]);
    late->count = 0;
    MPI_Barrier(MPI_COMM_WORLD); /* all operations, also those on this rank, are complete */
    MPI_Win_sync(late->window);
}

/* Lets the library work for others, which a look into memory does not. */
static inline void progress(struct job *job)
{
    int flag;

    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    MPI_Win_sync(((struct late *)job->state)->window);
}

/* Whether a message has come. */
static inline bool message_from(int rank)
{
    int there;

    MPI_Iprobe(rank, TAG, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
    return there;
}
