/* SPDX-License-Identifier: BSD-3-Clause */
/* Estimates how long measuring takes, in seconds, from a trial and from what has been measured. */
#pragma once

#include "comops/run/group_state.h"
#include "comops/run/sampler.h"

struct outlook {
    double launch; /* that the workers take to start */
    /* Of a cell: a constant, and a time for each byte of its messages. */
    struct outlook_cost {
        double cell, byte;
    } calibration, turn;
};

/* Lets the smallest and the largest group take a turn and drops their samples; does nothing if the
 * method fixes how much is measured. False if interrupted. */
bool outlook_try(struct outlook *outlook, const struct sampler *sampler, const struct plan *plan);

/* The time until each active group has had as many turns as an interval needs. */
double outlook_left(const struct outlook *outlook, const struct options *options,
                    const struct group_state *groups, size_t count);

/* The least time of a whole plan. */
double outlook_least(const struct outlook *outlook, const struct options *options,
                     const struct plan *plan);
