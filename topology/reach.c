/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/reach.h"

#include "topology/distance.h"

#include <stdlib.h>

struct reach {
    struct distances distances;
    char **texts; /* of each level */
};

static const struct core *core_of_pu(const struct machine *machine, int pu)
{
    for (int i = 0; i < machine->core_count; i++)
        for (int j = 0; j < machine->cores[i].pu_count; j++)
            if (machine->cores[i].pus[j] == pu)
                return &machine->cores[i];
    return NULL;
}

static int level_of(const struct distances *distances, const struct core *one,
                    const struct core *other)
{
    const struct distance distance = distance_between(distances, one, other);

    for (int i = 0; i < distances->count; i++)
        if (distance_equal(distances->list[i], distance))
            return i + 1;
    return 0;
}

struct reach *reach_find(const struct machine *machine)
{
    struct reach *reach = memory_zeroed(1, sizeof *reach);

    reach->distances = distances_find(machine);
    reach->texts = memory_zeroed((size_t)reach->distances.count + 1, sizeof *reach->texts);
    for (int i = 0; i < machine->core_count; i++)
        for (int j = i; j < machine->core_count; j++) {
            const struct core *one = &machine->cores[i], *other = &machine->cores[j];
            const int level = level_of(&reach->distances, one, other);

            if (level && !reach->texts[level - 1])
                reach->texts[level - 1] = distance_text(&reach->distances, one, other);
        }
    return reach;
}

void reach_free(struct reach *reach)
{
    for (int i = 0; i < reach->distances.count; i++)
        free(reach->texts[i]);
    free(reach->texts);
    distances_free(&reach->distances);
    free(reach);
}

int reach_levels(const struct reach *reach)
{
    return reach->distances.count;
}

int reach_level(const struct reach *reach, int pu, int other_pu)
{
    const struct core *one = core_of_pu(reach->distances.machine, pu);
    const struct core *other = core_of_pu(reach->distances.machine, other_pu);

    return one && other ? level_of(&reach->distances, one, other) : 0;
}

const char *reach_text(const struct reach *reach, int level)
{
    return reach->texts[level - 1];
}
