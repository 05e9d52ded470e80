/* SPDX-License-Identifier: BSD-3-Clause */
/* What the model needs from a path. Ranks that share a transform, a row or a column of the mesh,
 * are a group with a job of its own (group.h). The vector sums of comops/worley run on groups
 * unchanged, and exchange() moves the blocks of the other algorithms (comops/worley/exchange.h). In
 * addition there are collectives. */
#pragma once

#include "comops/comops.h"

/* Where the block of each rank of a group begins, in bytes: [ranks + 1]. */
struct blocks {
    char *data;
    const size_t *begin;
};

/* Each path has its own in pstswm/paths/: the library's, or copies through shared memory. The sum
 * is the pattern allreduce over a protocol that is not one of Worley's. */
struct collectives {
    const char *name; /* NULL: the path has none */
    /* Called by all ranks of the team together; false without memory. */
    bool (*open)(struct job *group);
    void (*close)(struct job *group);
    /* Block r of `out` becomes block `rank` of rank r's `in`. */
    void (*alltoallv)(struct job *group, struct blocks out, struct blocks in);
};
extern const struct collectives path_collectives;
