/* SPDX-License-Identifier: BSD-3-Clause */
/* The groups of XHC, a component of Open MPI (Katevenis, Ploumidis and Marazakis, "A framework for
 * hierarchical single-copy MPI collectives on multicore nodes", CLUSTER 2022, section III): the
 * ranks on a last-level cache are a group; so are the leaders of caches in a NUMA node, of nodes in
 * a package, and of packages. The lowest rank leads. It hears its members one after the other, and
 * tells them in lines of its own, which all of them read. */
#pragma once

#include "comops/ranks/contract/grouping.h" /* which ranks are together */
#include "shm_threads/algorithms/pieces.h"

struct groups {
    struct board board; /* first, for endpoint_of and slots_of */
    int leader;         /* of the group that this rank is a member of; -1 for the root */
    int count;          /* of members, in all groups that this rank leads */
    int members[];
};

static inline int groups_leader(const struct job *job, int rank)
{
    enum level level = IN_CACHE;

    while (level < IN_MACHINE && grouping_leader(job, rank, level) == rank)
        level++;
    return rank == ROOT ? -1 : grouping_leader(job, rank, level);
}

/* Sets job->levels and job->grouped: those of the root. */
static inline void groups_count(struct job *job)
{
    for (enum level level = IN_CACHE; level <= IN_MACHINE; level++) {
        int members = 0;

        for (int rank = 0; rank < job->ranks; rank++)
            members += grouping_together(job, ROOT, rank, level) &&
                       (level == IN_CACHE || grouping_leader(job, rank, level - 1) == rank);
        if (members > 1) {
            job->levels++;
            job->grouped += members;
        }
    }
}

static inline bool groups_setup(struct job *job)
{
    const size_t members = (size_t)job->ranks * sizeof(int);
    struct groups *mine = board_setup_with(job, sizeof *mine - sizeof mine->board + members, SLOTS)
                              ? job->state
                              : NULL;

    if (mine) {
        mine->leader = groups_leader(job, job->rank);
        for (int rank = job->rank + 1; rank < job->ranks; rank++)
            if (groups_leader(job, rank) == job->rank)
                mine->members[mine->count++] = rank;
        if (job->rank == ROOT)
            groups_count(job);
    }
    return mine;
}

#define GROUPS .shared = true, .setup = groups_setup, .teardown = state_free
