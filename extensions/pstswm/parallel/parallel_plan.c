/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/pstswm/parallel/parallel_plan.h"

#include "comops/ranks/contract/registry.h"
#include "extensions/pstswm/parallel/group.h"
#include "extensions/pstswm/parallel/algorithms.h"
#include "extensions/pstswm/parallel/transpose.h"

#include <stdio.h>

const struct algorithm plan_fouriers[] = {
    {.name = "srtrans", .fourier = &fourier_transposed, .transpose = &transpose_srtrans},
    {.name = "swtrans", .fourier = &fourier_transposed, .transpose = &transpose_swtrans},
    {.name = "logtrans",
     .fourier = &fourier_transposed,
     .transpose = &transpose_logtrans,
     .power_of_two = true},
    {.name = "alltoallv",
     .fourier = &fourier_transposed,
     .transpose = &transpose_collective,
     .collective = true},
    {.name = "dfft", .fourier = &fourier_dfft, .power_of_two = true},
    {},
};

const struct algorithm plan_legendres[] = {
    {.name = "exchsum", .legendre = &legendre_sums},
    {.name = "halfsum", .legendre = &legendre_sums},
    {.name = "ringsum", .legendre = &legendre_sums},
    {.name = "allreduce", .legendre = &legendre_sums, .collective = true},
    {.name = "ringpipe", .legendre = &legendre_ringpipe},
    {.name = "srtrans", .legendre = &legendre_transposed, .transpose = &transpose_srtrans},
    {.name = "swtrans", .legendre = &legendre_transposed, .transpose = &transpose_swtrans},
    {.name = "logtrans",
     .legendre = &legendre_transposed,
     .transpose = &transpose_logtrans,
     .power_of_two = true},
    {.name = "alltoallv",
     .legendre = &legendre_transposed,
     .transpose = &transpose_collective,
     .collective = true},
    {},
};

static bool is_power_of_two(int number)
{
    return (number & (number - 1)) == 0;
}

bool plan_fits(const struct plan *plan, int ranks, char *why, size_t why_size)
{
    const struct truncation *truncation = plan->truncation;
    const int pairs = truncation->latitudes / 2;

    why[0] = '\0';
    if (plan->columns * plan->rows != ranks)
        snprintf(why, why_size, "a mesh of %dx%d needs %d ranks, not %d", plan->columns, plan->rows,
                 plan->columns * plan->rows, ranks);
    else if (plan->rows > pairs)
        snprintf(why, why_size, "%s has %d pairs of latitudes, too few for %d rows",
                 truncation->name, pairs, plan->rows);
    else if (plan->columns > truncation->longitudes)
        snprintf(why, why_size, "%s has %d longitudes, too few for %d columns", truncation->name,
                 truncation->longitudes, plan->columns);
    else if (plan->fourier.power_of_two && !is_power_of_two(plan->columns))
        snprintf(why, why_size, "%s needs a power of two of columns, not %d", plan->fourier.name,
                 plan->columns);
    else if (plan->legendre.power_of_two && !is_power_of_two(plan->rows))
        snprintf(why, why_size, "%s needs a power of two of rows, not %d", plan->legendre.name,
                 plan->rows);
    return !why[0];
}

int protocol_get(int number)
{
    int count;
    const struct implementation *const *all = registry_implementations(&count);

    for (int i = 0; i < count; i++)
        if (strcmp(all[i]->pattern, "swap") == 0 && number-- == 0)
            return all[i]->variant;
    return -1;
}

bool protocol_exists(int variant)
{
    int number = 0;

    while (protocol_get(number) >= 0 && protocol_get(number) != variant)
        number++;
    return protocol_get(number) == variant;
}

bool collectives_exist(void)
{
    return path_collectives.name;
}
