/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/simulate/coherence/resources.h"
#include "extensions/simulate/coherence/cache/lines.h"

#include <stddef.h>

static double free_at[RESOURCES_MOST];
static int domains[CORES_MOST];

void resources_open(void)
{
    for (int i = 0; i < machine->resources; i++)
        free_at[i] = 0;
    for (int core = machine->cores - 1; core >= 0; core--)
        domains[machine->core[core].node] = machine->core[core].domain;
}

int resources_domain(int node)
{
    return domains[node];
}

/* Later bookings do not occupy the resource now: only work that has arrived makes others wait. */
static void resource_book(struct queueing *queueing, int number, int lines, double now, double time)
{
    const struct resource *resource = &machine->resource[number];
    const double comes = time + queueing->total, interval = LINE_BYTES / resource->rate;
    const double earliest = comes < now ? comes : now;
    const double idle = free_at[number] > earliest ? free_at[number] : earliest;
    const double wait = idle > comes ? idle - comes : 0;

    free_at[number] = idle + lines * interval;
    queueing->total += wait;
    queueing->of[resource->kind] += wait;
    if (interval > queueing->interval)
        queueing->interval = interval;
}

void resources_book_memory(int node, int lines, double now)
{
    struct queueing queueing = {0};

    if (machine->memory_of[node] >= 0)
        resource_book(&queueing, machine->memory_of[node], lines, now, now);
}

struct queueing resources_book(int from, int to, int end, int lines, double now, double time)
{
    struct queueing queueing = {0};
    const int *route = machine->routes + ((ptrdiff_t)from * machine->domains + to) * ROUTE_MOST;

    if (end >= 0)
        resource_book(&queueing, end, lines, now, time);
    for (int i = 0; i < ROUTE_MOST && route[i] >= 0; i++)
        resource_book(&queueing, route[i], lines, now, time);
    return queueing;
}
