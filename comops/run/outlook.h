/* SPDX-License-Identifier: BSD-3-Clause */
/* How long measuring takes, as far as a trial and what has been measured tell. Seconds. */
#pragma once

#include "comops/run/group_state.h"
#include "comops/run/sampler.h"

struct outlook {
    double launch; /* that the workers take to start */
    /* Of a cell: at no bytes, and more for each byte of its messages. */
    struct outlook_cost {
        double cell, byte;
    } calibration, turn;
};

/* Lets the smallest and the largest group take a turn, whose samples are dropped; nothing where the
 * method fixes how much is measured. False if interrupted. */
bool outlook_try(struct outlook *outlook, const struct sampler *sampler, const struct plan *plan);

/* Until each group that goes on has had as many turns as an interval needs. */
double outlook_left(const struct outlook *outlook, const struct options *options,
                    const struct group_state *groups, size_t count);

/* The least time of a whole plan. */
double outlook_least(const struct outlook *outlook, const struct options *options,
                     const struct plan *plan);
