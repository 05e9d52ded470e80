/* SPDX-License-Identifier: BSD-3-Clause */
/* An implementation as it is printed, and waiting that ends: what it waits for may never come. */
#pragma once

#include "comops/comops.h"

#include <sched.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static inline double patience_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Polls; after three seconds, many times longer than any rank is held back, leaves the program. */
#define WAIT_UNTIL(condition)                                                                      \
    for (const double begin = patience_now(); !(condition); sched_yield())                         \
        if (patience_now() - begin > 3) {                                                          \
            fputs("comops: would wait for ever until " #condition "\n", stderr);                   \
            _exit(3);                                                                              \
        }

/* Holds this rank back until another has done something: nothing in the listing forbids that a rank
 * is that slow. Goes on after half a second, because it may also be that this is the last run. */
#define HOLD_UNTIL(condition)                                                                      \
    for (const double begin = patience_now(); !(condition) && patience_now() - begin < 0.5;)       \
    sched_yield()

/* Its protocol is the name of the function. */
#define PRINTED(path, name, pattern, ...)                                                          \
    COMOPS_IMPLEMENTATION(this_##name, #path, #name, #pattern, .run = name, __VA_ARGS__)
