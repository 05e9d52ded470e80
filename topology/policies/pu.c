/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/policies/policy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads "5" or "5-7", and a plus if more follows. */
static bool span_read(const char **text, int *first, int *last)
{
    if (!number_read(text, first))
        return false;
    *last = *first;
    if (**text == '-') {
        ++*text;
        if (!number_read(text, last) || *last < *first)
            return false;
    }
    if (**text == '+')
        return *++*text != '\0';
    return !**text;
}

static bool pu_check(const char *parameter, char *why, size_t why_size)
{
    hwloc_bitmap_t seen = hwloc_bitmap_alloc();
    const char *text = parameter;
    int first, last, twice = -1;
    bool good;

    do {
        good = span_read(&text, &first, &last);
        for (int pu = first; good && twice < 0 && pu <= last; pu++) {
            if (hwloc_bitmap_isset(seen, (unsigned)pu))
                twice = pu;
            hwloc_bitmap_set(seen, (unsigned)pu);
        }
    } while (good && twice < 0 && *text);
    hwloc_bitmap_free(seen);
    if (twice >= 0)
        snprintf(why, why_size, "hardware thread %d is listed twice", twice);
    else if (!good)
        snprintf(why, why_size, "`%s` is not a list of hardware threads like 0+2+5-7", parameter);
    return good && twice < 0;
}

/* Distinguishes hardware threads that do not exist from those that may not be used. */
static void pu_refuse(const struct machine *machine, int pu, struct placement *placement)
{
    hwloc_topology_t topology = machine->topology;
    const char *state = hwloc_get_pu_obj_by_os_index(topology, (unsigned)pu)
                            ? "not among those that this process may use"
                            : "offline or forbidden by the cgroup";

    if (hwloc_bitmap_isset(hwloc_topology_get_complete_cpuset(topology), (unsigned)pu))
        placement_refuse(placement, "hardware thread %d is %s", pu, state);
    else
        placement_refuse(placement, "this machine has no hardware thread %d", pu);
}

static void pu_decide(const struct request *request, struct placement *placement)
{
    const struct machine *machine = request->machine;
    int *pus = memory_zeroed((size_t)machine->pu_count, sizeof(*pus)); /* no duplicates */
    const char *text = request->parameter;
    int count = 0, first, last;

    while (!placement->refused && *text && span_read(&text, &first, &last))
        for (int pu = first; !placement->refused && pu <= last; pu++) {
            if (hwloc_bitmap_isset(machine->usable, (unsigned)pu))
                pus[count++] = pu;
            else
                pu_refuse(machine, pu, placement);
        }
    if (!placement->refused)
        slots_assign_pus(request, placement, pus, count);
    free(pus);
}

const struct policy policy_pu = {
    .name = "pu",
    .form = "pu:LIST",
    .meaning =
        "the listed hardware threads, in the order of the list, numbered by the operating system",
    .siblings = true,
    .decide = pu_decide,
    .check = pu_check,
};
