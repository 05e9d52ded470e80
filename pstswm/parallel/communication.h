/* SPDX-License-Identifier: BSD-3-Clause */
/* What the model needs of a path. Ranks that share a transform, a row or a column of the mesh, are
 * a group: a job of their own, over which the algorithms of comops/worley run as they are (the
 * sums) or exchange() is called with blocks of any length (the transposes, dfft, ringpipe).
 *
 * Of exchange() (comops/worley/exchange.h) it needs
 * - messages of any two lengths, 0 included, between positions of a group (job->members);
 * - one exchange for the row and one for the column of a rank at a time, each in its own protocol,
 *   (0,0) twice too;
 * - the overlapping protocols (2,x) and (3,x) also as begin, middle and end: `out` is read from
 *   middle on, `in` is complete after end, and several may have begun, with different partners or,
 *   in the same order on both, with the same one;
 * - data in the scratch, or in job->send and job->recv, which team->allocate has allocated where a
 *   team has it. */
#pragma once

#include "comops/comops.h"
#include "comops/worley/exchange.h"

/* For each rank of a group where its block begins, in bytes; [ranks + 1]. */
struct blocks {
    char *data;
    const size_t *begin;
};

/* Each path has its own in pstswm/paths/: the library's, or copies through shared memory. The sum
 * is the pattern allreduce over a protocol that is none of Worley's. */
struct collectives {
    const char *name; /* NULL: the path has none */
    /* Called by all ranks of the team together; false without memory. */
    bool (*open)(struct job *group);
    void (*close)(struct job *group);
    /* Block r of `out` becomes block `rank` of rank r's `in`. */
    void (*alltoallv)(struct job *group, struct blocks out, struct blocks in);
};
extern const struct collectives path_collectives;
