/* SPDX-License-Identifier: BSD-3-Clause */
/* Short slices of many ranks in several packages go to the root together, so that fewer lines cross
 * between packages. They go up the groups of the machine (comops/contract/grouping.h): each rank
 * sends one message, its bundle, which consists of its own slice and the bundles of the ranks that
 * it hears. This is not done if a line cannot hold two slices, or with few ranks or a single
 * package, where the way through a leader costs more than the lines. */
#pragma once

#include "comops/contract/grouping.h"
#include "shm_threads/direct/line.h"

struct bundles {
    struct endpoint box; /* first, for endpoint_of */
    bool used;
    int parent, heard;    /* the rank that hears this one; how many this rank hears */
    int *list, *slices;   /* those that it hears; slices in their bundles and, last, in its own */
    int *order;           /* the ranks whose slices are in this rank's bundle */
    char *bundle;         /* this rank's bundle */
    struct line *ring;    /* space for SLOTS bundles */
    struct grouped all[]; /* for setup */
};

/* The lines for a rank's bundle of so many slices, in the run with this number. */
static inline struct line *bundle_slot(const struct job *job, int rank, int slices, uint64_t step)
{
    const struct bundles *bundles = job->peers[rank]->state;

    return bundles->ring + step % SLOTS * lines_of((size_t)slices * job->bytes);
}

/* Writes into `order` the ranks whose slices are in a rank's bundle; returns how many. */
static inline int bundle_order(const struct job *job, const struct grouped *all, int rank,
                               int *order)
{
    int slices = 0;

    order[slices++] = rank;
    for (int other = rank + 1; other < job->ranks; other++)
        if (all[other].parent == rank)
            slices += bundle_order(job, all, other, order + slices);
    return slices;
}

/* The number of lines that have arrived in sequence, at the ranks that a rank hears and then at the
 * rank itself, when it has read its last one. */
static inline int bundle_lines(const struct job *job, const struct grouped *all, int rank,
                               int *order)
{
    int lines = 0;

    for (int other = rank + 1; other < job->ranks; other++)
        if (all[other].parent == rank) {
            const int before = bundle_lines(job, all, other, order);
            const int slices = bundle_order(job, all, other, order);

            lines = before > lines ? before : lines;
            lines += (int)lines_of((size_t)slices * job->bytes);
        }
    return lines;
}

static inline void bundles_fill(struct job *job, struct bundles *mine)
{
    grouping_find(job, mine->all, mine->order);
    job->grouped = bundle_lines(job, mine->all, ROOT, mine->order) + job->levels;
    mine->parent = mine->all[job->rank].parent;
    for (int rank = job->rank + 1; rank < job->ranks; rank++)
        if (mine->all[rank].parent == job->rank) {
            mine->slices[mine->heard] = bundle_order(job, mine->all, rank, mine->order);
            mine->list[mine->heard++] = rank;
        }
    mine->slices[mine->heard] = bundle_order(job, mine->all, job->rank, mine->order);
}

static inline size_t bundles_round(size_t bytes)
{
    return (bytes + CACHE_LINE_PAIR - 1) / CACHE_LINE_PAIR * CACHE_LINE_PAIR;
}

static inline bool bundles_setup(struct job *job)
{
    const bool used =
        2 * job->bytes <= PAYLOAD && job->ranks > GROUP_MOST && grouping_top(job) == IN_MACHINE;
    const size_t ranks = used ? (size_t)job->ranks : 0, most = ranks * job->bytes,
                 before = bundles_round(sizeof(struct bundles) + ranks * sizeof(struct grouped)),
                 lists = bundles_round((3 * ranks + 1) * sizeof(int)), whole = bundles_round(most),
                 ring = SLOTS * lines_of(most) * CACHE_LINE;
    struct bundles *mine = direct_setup_with(job, before - sizeof mine->box + lists + whole + ring)
                               ? job->state
                               : NULL;

    job->levels = 1;
    job->grouped = job->ranks;
    if (mine)
        mine->box.both = both_copy(job, (size_t)job->ranks * job->bytes);
    if (mine && used && is_small(job)) {
        mine->used = true;
        mine->list = (int *)((char *)mine + before);
        mine->order = mine->list + ranks;
        mine->slices = mine->order + ranks;
        mine->bundle = (char *)mine->list + lists;
        mine->ring = (struct line *)(mine->bundle + whole);
        bundles_fill(job, mine);
    }
    return mine;
}

/* Reads the bundles of those that this rank hears behind its own slice. */
static inline void bundles_read(const struct job *job, struct bundles *mine, uint64_t step)
{
    char *to = mine->bundle + job->bytes;

    copy_words(mine->bundle, job->send, job->bytes);
    for (int i = 0; i < mine->heard; i++) {
        const size_t bytes = (size_t)mine->slices[i] * job->bytes;

        lines_read_of(job, bundle_slot(job, mine->list[i], mine->slices[i], step), to, bytes, step);
        to += bytes;
    }
    if (mine->heard)
        flag_set(&mine->box.finished, step); /* their slots of this step are free */
}

/* A gather of which each leader passes on what its ranks have sent it. */
static inline void bundles_gather(struct job *job, struct bundles *mine, uint64_t step)
{
    const int slices = mine->slices[mine->heard];
    const size_t bytes = (size_t)slices * job->bytes;

    bundles_read(job, mine, step);
    if (job->rank == ROOT) {
        for (int i = 0; i < slices; i++)
            copy_words(job->recv + (size_t)mine->order[i] * job->bytes,
                       mine->bundle + (size_t)i * job->bytes, job->bytes);
        return;
    }
    if (slots_due(step))
        flag_wait(&endpoint_of(job, mine->parent)->finished, step - SLOTS / 2);
    lines_write_of(job, bundle_slot(job, job->rank, slices, step), mine->bundle, bytes, step);
    lines_prefetch_next_of(job, bundle_slot(job, job->rank, slices, step + 1), bytes);
}

#define BUNDLES .shared = true, .setup = bundles_setup, .teardown = state_free
