/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/locality.h"

#include "topology/distance.h"

#include <stdlib.h>

struct locality {
    struct distances distances;
    char **texts; /* of each level */
};

static const struct core *core_of_pu(const struct machine *machine, int pu)
{
    for (int i = 0; i < machine->core_count; i++)
        if (core_contains(&machine->cores[i], pu))
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

struct locality *locality_find(const struct machine *machine)
{
    struct locality *locality = memory_zeroed(1, sizeof *locality);

    locality->distances = distances_find(machine);
    locality->texts = memory_zeroed((size_t)locality->distances.count + 1, sizeof *locality->texts);
    for (int i = 0; i < machine->core_count; i++)
        for (int j = i; j < machine->core_count; j++) {
            const struct core *one = &machine->cores[i], *other = &machine->cores[j];
            const int level = level_of(&locality->distances, one, other);

            if (level && !locality->texts[level - 1])
                locality->texts[level - 1] = distance_text(&locality->distances, one, other);
        }
    return locality;
}

void locality_free(struct locality *locality)
{
    for (int i = 0; i < locality->distances.count; i++)
        free(locality->texts[i]);
    free(locality->texts);
    distances_free(&locality->distances);
    free(locality);
}

int locality_levels(const struct locality *locality)
{
    return locality->distances.count;
}

int locality_level(const struct locality *locality, int pu, int other_pu)
{
    const struct core *one = core_of_pu(locality->distances.machine, pu);
    const struct core *other = core_of_pu(locality->distances.machine, other_pu);

    return one && other ? level_of(&locality->distances, one, other) : 0;
}

const char *locality_text(const struct locality *locality, int level)
{
    return locality->texts[level - 1];
}
