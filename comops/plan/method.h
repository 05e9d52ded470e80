/* SPDX-License-Identifier: BSD-3-Clause */
/* The methods of measuring (docs/method.md): one row each. */
#pragma once

#include "comops/arena/consumption.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Buffer modes; their names are names_buffers. */
enum buffers { BUFFERS_REUSE, BUFFERS_REWRITE, BUFFERS_COLD };

struct method {
    const char *name;
    enum buffers buffers;     /* unless --buffers names another */
    enum consumption consume; /* unless --consume names another */
    int rounds;               /* of a group, whatever the precision; 0: until that is reached */
    uint32_t block_samples;   /* isolated runs of a block; 0: as many as fit its time */
    bool within_budget;       /* fewer if caches are flushed and they would not fit the budget */
    double loop_ns;           /* length of a loop of runs; 0: loops only for runs too short alone */
    bool loops_as_imb;        /* loops only ping-pong and barrier; times all others run by run */
    bool rate_of_round_trip;  /* the rate is that of a whole run, not of a message */
    bool drops_outliers;      /* `report` leaves samples out, which the record names */
    double (*report)(const double *samples, size_t count); /* the time of some samples */
};

extern const struct method methods[]; /* the default first; the last has no name */

/* NULL if there is none. */
const struct method *method_named(const char *name);
