/* SPDX-License-Identifier: BSD-3-Clause */
/* How long a rank lost its core to others while it was measured, and what the kernel counted for
 * it. */
#pragma once

enum disturbance {
    DISTURBANCE_WAITED,     /* microseconds, ready to run while others had its hardware thread */
    DISTURBANCE_STOLEN,     /* microseconds of that hardware thread that the host gave to others */
    DISTURBANCE_SWITCHES,   /* involuntary context switches */
    DISTURBANCE_MIGRATIONS, /* to another hardware thread */
    DISTURBANCE_FAULTS,     /* page faults, after the warm-ups */
    DISTURBANCES
};

struct disturbances {
    double watched_us;
    double of[DISTURBANCES]; /* NAN: the kernel does not say */
};
