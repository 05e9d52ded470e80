/* SPDX-License-Identifier: BSD-3-Clause */
/* The root hears all ranks through the groups of the machine (comops/contract/grouping.h). Lines
 * that have already been written arrive together, so a group takes little longer than one transfer.
 * Up to GROUP_MOST ranks on one cache form a single group. */
#pragma once

#include "comops/contract/grouping.h"
#include "shm_threads/direct/direct.h"

struct hierarchy {
    struct endpoint box; /* first, for endpoint_of */
    int parent;          /* the rank that hears this one; NOBODY for the root */
    int group;           /* ranks in the list */
    void *more;          /* additional state of an implementation */
    int list[];          /* this rank and those it hears, in rank order */
};

static inline void hierarchy_fill(const struct job *job, struct hierarchy *mine,
                                  const struct grouped *all)
{
    mine->parent = all[job->rank].parent;
    mine->list[mine->group++] = job->rank;
    for (int rank = job->rank + 1; rank < job->ranks; rank++)
        if (all[rank].parent == job->rank)
            mine->list[mine->group++] = rank;
}

/* With `more` bytes of additional state. */
static inline bool hierarchy_setup_with(struct job *job, size_t more)
{
    const size_t ranks = (size_t)job->ranks;
    const size_t lists = ranks * (sizeof(int) + sizeof(struct grouped));
    const size_t bytes =
        (sizeof(struct hierarchy) + lists + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    struct hierarchy *mine =
        direct_setup_with(job, bytes - sizeof mine->box + more) ? job->state : NULL;

    if (mine) {
        struct grouped *all = (struct grouped *)(mine->list + ranks);

        grouping_find(job, all, mine->list);
        hierarchy_fill(job, mine, all);
        mine->more = (char *)mine + bytes;
    }
    return mine;
}

static inline bool hierarchy_setup(struct job *job)
{
    return hierarchy_setup_with(job, 0);
}

#define HIERARCHY .shared = true, .setup = hierarchy_setup, .teardown = state_free
