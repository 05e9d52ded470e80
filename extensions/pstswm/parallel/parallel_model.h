/* SPDX-License-Identifier: BSD-3-Clause */
/* The model on a mesh of ranks: a part of the sphere on each, which communicate within a row for
 * Fourier transforms and within a column for Legendre transforms. */
#pragma once

#include "comops/ranks/arena/clock.h"
#include "extensions/pstswm/numerics/model.h"
#include "extensions/pstswm/parallel/group.h"
#include "extensions/pstswm/parallel/parallel_plan.h"

/* How a rank's time is spent: the stopwatch always runs for one of these activities. */
enum activity { COMPUTING, PACKING, IN_ROWS, IN_COLUMNS, ACTIVITIES };

struct stopwatch {
    enum activity activity;
    uint64_t since;
    uint64_t ns[ACTIVITIES];
};

/* From now on it runs for this one. */
static inline void stopwatch_turn(struct stopwatch *watch, enum activity activity)
{
    const uint64_t now = clock_now();

    watch->ns[watch->activity] += now - watch->since;
    watch->since = now;
    watch->activity = activity;
}

static inline void stopwatch_start(struct stopwatch *watch)
{
    *watch = (struct stopwatch){.since = clock_now()};
}

struct parallel_model {
    struct plan plan;
    struct model *model; /* of this rank's part */
    struct group row, column;
    struct stopwatch watch;
    void *fourier, *legendre; /* of the algorithms */
};

/* This and the other functions are called by all ranks of the team together. False if this rank has
 * no memory for messages. */
bool parallel_open(struct parallel_model *parallel, const struct plan *plan,
                   const struct team *team);
void parallel_close(struct parallel_model *parallel, const struct team *team);

/* The largest block that any rank has for another, or the vector that is summed, in bytes; 0 on one
 * rank. */
size_t parallel_block(const struct parallel_model *parallel, const struct team *team);

/* False if this rank has computed numbers that are not finite; the others may not know. */
bool parallel_step(struct parallel_model *parallel);
