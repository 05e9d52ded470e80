/* SPDX-License-Identifier: BSD-3-Clause */
/* Transposes in a group: rank s has rows of a matrix, and columns go to the ranks d. Worley 1999,
 * section 3, with blocks of any size. */
#pragma once

#include "extensions/pstswm/parallel/group.h"

/* Block (s, d) has has[s] * wants[d] elements. It lies in job->send of rank s behind those for the
 * ranks before d, and then in job->recv of rank d behind those from the ranks before s. */
struct remap {
    const int *has, *wants; /* [ranks] */
    size_t element;         /* bytes */
};

static inline size_t remap_block(const struct remap *remap, int from, int to)
{
    return (size_t)remap->has[from] * (size_t)remap->wants[to] * remap->element;
}

/* The largest block of these remaps that this rank has for another; the list ends with NULL. */
size_t remap_largest(const struct remap *const *remaps, const struct job *job);

/* Where a block begins. */
size_t remap_sent(const struct remap *remap, const struct job *job, int to);
size_t remap_received(const struct remap *remap, const struct job *job, int from);

struct transpose {
    void (*run)(struct job *job, const struct remap *remap);
    /* The size of scratch for this rank; NULL: none. */
    size_t (*scratch)(const struct job *job, const struct remap *remap);
};

extern const struct transpose transpose_srtrans, transpose_swtrans, transpose_logtrans,
    transpose_collective;

/* For all of some remaps; called by all ranks of the team together. False without memory. */
bool transpose_open(const struct transpose *transpose, struct group *group, const struct team *team,
                    const struct remap *const *remaps);
void transpose_close(const struct transpose *transpose, struct group *group);
