/* SPDX-License-Identifier: BSD-3-Clause */
/* Generalized active target synchronization (MPI-2: post, start, complete, wait). A target posts to
 * its origins and waits; an origin starts with its targets and completes. What each call
 * guarantees:
 *
 * - post: this rank's window is free for the origins; it does not block.
 * - start: no access begins before the targets have posted.
 * - complete: the accesses are complete at this origin: its buffer may be rewritten, and gets have
 *   returned their data.
 * - wait: all origins have completed, and their puts have arrived.
 *
 * If two ranks access each other, both must post before they start, or each waits for the other. */
#pragma once

#include "comops/ranks/contract/partner.h"
#include "mpi/rma_window.h"

/* The window and this rank's groups. */
struct groups {
    MPI_Group origins; /* ranks that access its window */
    MPI_Group targets; /* ranks whose windows it accesses */
    int ranks[];
};

/* True if `other` belongs to the group of job->rank. */
typedef bool membership(const struct job *job, int other);

static inline struct groups *groups_of(const struct job *job)
{
    return (struct groups *)window_scratch(job);
}

static inline MPI_Group group_create(const struct job *job, membership *belongs)
{
    int *ranks = groups_of(job)->ranks, count = 0;
    MPI_Group world, group;

    for (int other = 0; other < job->ranks; other++)
        if (other != job->rank && belongs(job, other))
            ranks[count++] = other;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, count, ranks, &group);
    MPI_Group_free(&world);
    return group;
}

static inline bool pscw_create(struct job *job, void *base, size_t bytes, membership *origin,
                               membership *target)
{
    const size_t scratch = sizeof(struct groups) + (size_t)job->ranks * sizeof(int);

    if (!window_create(job, base, bytes, scratch))
        return false;
    groups_of(job)->origins = group_create(job, origin);
    groups_of(job)->targets = group_create(job, target);
    return true;
}

static inline bool pscw_over_recv(struct job *job, membership *origin, membership *target)
{
    return pscw_create(job, job->recv, job->pattern->recv_bytes(job), origin, target);
}

static inline void pscw_teardown(struct job *job)
{
    if (job->state) {
        MPI_Group_free(&groups_of(job)->origins);
        MPI_Group_free(&groups_of(job)->targets);
    }
    window_free(job);
}

/* Groups that several patterns use. */
static inline bool is_other(const struct job *job, int other)
{
    return other != job->rank;
}

static inline bool is_partner(const struct job *job, int other)
{
    return partner_takes_part(job) && other == partner_of(job);
}

/* Between the root and every other rank. */
static inline bool is_opposite(const struct job *job, int other)
{
    return (job->rank == ROOT) != (other == ROOT);
}

/* The hooks for them. */
static inline bool pscw_setup_others(struct job *job)
{
    return pscw_over_recv(job, is_other, is_other);
}

static inline bool pscw_setup_partner(struct job *job)
{
    return pscw_over_recv(job, is_partner, is_partner);
}

static inline bool pscw_setup_root(struct job *job)
{
    return pscw_over_recv(job, is_opposite, is_opposite);
}

static inline void epoch_post(const struct job *job)
{
    MPI_Win_post(groups_of(job)->origins, 0, window_of(job));
}

static inline void epoch_start(const struct job *job)
{
    MPI_Win_start(groups_of(job)->targets, 0, window_of(job));
}

static inline void epoch_complete(const struct job *job)
{
    MPI_Win_complete(window_of(job));
}

/* For the origins. */
static inline void epoch_wait(const struct job *job)
{
    MPI_Win_wait(window_of(job));
}

#define PSCW_OTHERS .setup = pscw_setup_others, .teardown = pscw_teardown
#define PSCW_PARTNER .setup = pscw_setup_partner, .teardown = pscw_teardown
#define PSCW_ROOT .setup = pscw_setup_root, .teardown = pscw_teardown
