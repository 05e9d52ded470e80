/* SPDX-License-Identifier: BSD-3-Clause */
/* `comops machine --calibrate`: the cost of memory accesses by distance. */
#pragma once

#include "comops/calibration/calibration.h"
#include "topology/machine.h"

#include <stdio.h>

/* Pairs of cores, a few of each distance. */
struct calibrated_pairs {
    int count;
    struct calibrated_pair {
        int pus[2]; /* OS indices of hardware threads */
        int level;  /* topology/locality.h */
        struct quantity quantities[CALIBRATION_PROBES];
    } * pairs;
};

/* False, with the reason on standard error, if that fails. */
bool calibrate_measure(struct calibrated_pairs *pairs, const struct machine *machine);
void calibrate_free(struct calibrated_pairs *pairs);

void calibrate_print(FILE *out, const struct machine *machine,
                     const struct calibrated_pairs *pairs);
/* {core, pairs}: `core` has the quantities of one core alone, an entry of `pairs` those of a pair
 * with its pus, level and distance. A quantity is {median, low, high}, with the quartiles over
 * places in memory, or null. Their names end with their units. */
json_t *calibrate_json(const struct machine *machine, const struct calibrated_pairs *pairs);
