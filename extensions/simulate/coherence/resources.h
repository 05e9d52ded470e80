/* SPDX-License-Identifier: BSD-3-Clause */
/* The resources that carry lines. Each line that moves is booked on all resources that it crosses,
 * and waits while one carries another line. */
#pragma once

#include "extensions/simulate/coherence/simulated_machine.h"

struct queueing {
    double total;
    double of[RESOURCE_KINDS];
    double interval; /* between two lines, on the slowest resource that they cross */
};

void resources_open(void);
int resources_domain(int node); /* of its memory */

/* Lines written to the memory of a node, whose transfer has already been booked. */
void resources_book_memory(int node, int lines, double now);

/* Lines that move between two domains from `time` on. `end`: the memory or cache that supplies or
 * takes them; -1: none. `now`: no rank's clock is earlier. */
struct queueing resources_book(int from, int to, int end, int lines, double now, double time);
