/* SPDX-License-Identifier: BSD-3-Clause */
/* Measures some groups in launches: each begins with fresh workers, goes through all groups in
 * shuffled order, and adds a few blocks to every cell, until the intervals over the launches are
 * narrow enough or the time is up. A group that is precise drops out, so that the time goes where
 * it helps most. */
#ifndef COMOPS_LAUNCHES_H
#define COMOPS_LAUNCHES_H

#include "comops/run/sampler.h"

/* What the one who waits is told; both are called with `context`. */
struct launches_listener {
    void *context;
    /* Before each group of each launch; `spent` and `share`: seconds of all groups. */
    void (*turn)(void *context, const struct group_state *state, int launch, double spent,
                 double share);
    /* Once for each group, as soon as no more is measured of it. False ends it all. */
    bool (*ended)(void *context, const struct group_state *state);
};

/* groups[0..count-1] are initialised; their cells' samples, warnings and reasons
 * to stop are filled in. False if the user interrupted (groups without enough launches for an
 * interval are then not told of), or a listener said so. */
bool launches_run(const struct sampler *sampler, struct group_state *groups, size_t count,
                  double seconds, const struct launches_listener *listener);

#endif
