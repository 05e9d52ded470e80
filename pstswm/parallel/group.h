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
