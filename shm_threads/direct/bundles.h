/* SPDX-License-Identifier: BSD-3-Clause */
/* Short slices of many ranks in several packages go to the root together, so that fewer lines cross
 * between packages. They go up the groups of the machine (groups.h): each rank sends one message,
 * its bundle, which consists of its own slice and the bundles of its children. This is not done if
 * a line cannot hold two slices, or with few ranks or a single package, where the way through a
 * leader costs more than the lines. */
#pragma once

#include "shm_threads/direct/groups.h"

struct bundles {
    int slices, *order;  /* in this rank's bundle, and whose; none: bundles are not used */
    char *bundle;        /* space for it */
    alignas(CACHE_LINE_PAIR) struct line ring[]; /* for SLOTS of them */
};

static inline struct bundles *bundles_of(const struct job *job, int rank)
{
    return ((struct groups *)job->peers[rank]->state)->more;
}

/* The lines of a rank's bundle in the run with this number. */
static inline struct line *bundles_slot(const struct job *job, int rank, uint64_t step)
{
    struct bundles *of = bundles_of(job, rank);

    return &of->ring[step % SLOTS * lines_of((size_t)of->slices * job->bytes)];
}

/* Writes into `order` the ranks whose slices are in a rank's bundle; returns how many. *lines
 * receives how many lines have arrived in sequence when it has read its children's. */
static inline int bundles_order(const struct job *job, const struct place *all, int rank,
                                int *order, int *lines)
{
    int slices = 0;

    *lines = 0;
    order[slices++] = rank;
    for (int child = rank + 1; child < job->ranks; child++)
        if (all[child].parent == rank) {
            int below;
            const int more = bundles_order(job, all, child, order + slices, &below);

            *lines = (below > *lines ? below : *lines) + (int)lines_of((size_t)more * job->bytes);
            slices += more;
        }
    return slices;
}

static inline bool bundles_setup(struct job *job)
{
    const bool used =
        2 * job->bytes <= PAYLOAD && job->ranks > GROUP_MOST && grouping_top(job) == IN_MACHINE;
    const size_t ranks = used ? (size_t)job->ranks : 0, most = ranks * job->bytes,
                 ring = SLOTS * lines_of(most) * sizeof(struct line);
    struct groups *groups = groups_setup(job, false, sizeof(struct bundles) + ring +
                                                         ranks * sizeof(int) + most);
    int lines;

    if (!groups)
        return false;
    struct bundles *mine = groups->more;

    groups->endpoint.both = both_copy(job, (size_t)job->ranks * job->bytes);
    if (used && groups->endpoint.small) {
        mine->order = (int *)((char *)mine->ring + ring);
        mine->bundle = (char *)(mine->order + ranks);
        bundles_order(job, groups->all, ROOT, mine->order, &lines);
        job->grouped = lines + job->levels;
        mine->slices = bundles_order(job, groups->all, job->rank, mine->order, &lines);
    } else {
        job->levels = 1;
        job->grouped = job->ranks;
    }
    return true;
}

/* Reads the children's bundles behind this rank's own slice. */
static inline void bundles_read(const struct job *job, struct groups *groups, uint64_t step)
{
    struct bundles *mine = groups->more;
    char *to = mine->bundle + job->bytes;

    copy_words(mine->bundle, job->send, job->bytes);
    for (int i = 1; i < groups->count; i++) {
        const int child = groups->list[i];
        const size_t bytes = (size_t)bundles_of(job, child)->slices * job->bytes;

        lines_read_of(bundles_slot(job, child, step), to, bytes, step);
        to += bytes;
    }
    if (groups->count > 1)
        flag_set(&groups->endpoint.finished, step); /* their slots of this step are free */
}

static inline void bundles_gather(struct job *job, struct groups *groups, uint64_t step)
{
    struct bundles *mine = groups->more;
    const size_t bytes = (size_t)mine->slices * job->bytes;

    bundles_read(job, groups, step);
    if (job->rank == ROOT) {
        for (int i = 0; i < mine->slices; i++)
            copy_words(job->recv + (size_t)mine->order[i] * job->bytes,
                       mine->bundle + (size_t)i * job->bytes, job->bytes);
        return;
    }
    if (slots_due(step))
        flag_wait(&endpoint_of(job, groups->parent)->finished, step - SLOTS / 2);
    lines_write_of(bundles_slot(job, job->rank, step), mine->bundle, bytes, step);
    lines_prefetch(bundles_slot(job, job->rank, step + 1), bytes);
}
