/* SPDX-License-Identifier: BSD-3-Clause */
/* The ranks that share a transform: a row or a column of the mesh. job.rank and job.ranks count
 * among them, messages lie in job.send, job.recv and the exchange's scratch. */
#pragma once

#include "comops/comops.h"

struct group {
    struct job job;
    size_t bytes; /* of send and of recv, the same on all ranks of the team */
};

/* The ranks first, first + stride, ... */
struct progression {
    int first, stride, count;
};

/* For messages of this rank of `bytes` in total, in the protocol `variant`. Called by all ranks of
 * the team together, each with its own group. */
void group_open(struct group *group, const struct team *team, struct progression members,
                int variant, size_t bytes);
void group_close(struct group *group, const struct team *team);

/* The largest value of any rank of the team. */
size_t team_largest(const struct team *team, size_t mine);

/* ---- what the model needs from a path ------------------------------------------------------- */

/* The vector sums of worley run on groups unchanged, and exchange() moves the blocks of the
 * other algorithms (extensions/pstswm/worley/exchange.h). In addition there are collectives. */

/* Where the block of each rank of a group begins, in bytes: [ranks + 1]. */
struct blocks {
    char *data;
    const size_t *begin;
};

/* Each path has its own in paths/: the library's, or copies through shared memory. The sum
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
