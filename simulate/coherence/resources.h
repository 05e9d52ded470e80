/* SPDX-License-Identifier: BSD-3-Clause */
/* What carries lines. Each line that moves is booked on all that it crosses; what comes while a
 * resource carries another waits. */
#pragma once

#include "simulate/coherence/simulated_machine.h"

struct queueing {
    double total;
    double of[RESOURCE_KINDS];
    double interval; /* between two lines, on the slowest of what they cross */
};

void resources_open(const struct machine *machine);
int resources_domain(int node); /* of its memory */

/* Lines written to the memory of a node, whose transfer is booked already. */
void resources_book_memory(int node, int lines, double now);

/* Lines that move between two domains from `time` on. `end`: the resource that gives or takes them,
 * a memory or a cache; -1: none. `now`: no rank is before that time. */
struct queueing resources_book(int from, int to, int end, int lines, double now, double time);
