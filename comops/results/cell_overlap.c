/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/results/cell.h"

#include "comops/text/text.h"

#include <math.h>
#include <stdlib.h>

/* As IMB-NBC computes it. */
static double hidden_percent(struct cell_parts alone, double both_us)
{
    const double saved = alone.exchange_us + alone.computing_us - both_us;

    return 100 * fmin(fmax(saved / fmin(alone.exchange_us, alone.computing_us), 0), 1);
}

/* The median over the launches of one value for each block, negative for none, which it changes. */
static double over_launches(const struct cell *cell, double *values)
{
    const size_t count = cell_by_launch(cell, values);

    return count ? statistics_median(values, count) : NAN;
}

bool cell_overlap(const struct cell *cell, struct overlap *overlap)
{
    const size_t count = cell->parts_count;

    if (!count || !cell_valid(cell))
        return false;
    double *both = cell_blocks(cell);
    double *exchange = memory_or_die(malloc(count * sizeof *exchange));
    double *computing = memory_or_die(malloc(count * sizeof *computing));
    double *percent = memory_or_die(malloc(count * sizeof *percent));

    for (size_t i = 0; i < count; i++) {
        const struct cell_parts alone = cell->parts[i];
        const bool known =
            both[i] >= 0 && alone.exchange_us > 0 && alone.computing_us > 0; /* NAN: no */

        exchange[i] = known ? alone.exchange_us : -1;
        computing[i] = known ? alone.computing_us : -1;
        percent[i] = known ? hidden_percent(alone, both[i]) : -1;
    }
    *overlap = (struct overlap){.exchange_us = over_launches(cell, exchange),
                                .computing_us = over_launches(cell, computing)};
    const size_t launches = cell_by_launch(cell, percent);

    overlap->percent = launches ? statistics_median(percent, launches) : NAN;
    overlap->has_interval =
        statistics_median_interval(percent, launches, STATISTICS_CONFIDENCE, &overlap->interval);
    free(both);
    free(exchange);
    free(computing);
    free(percent);
    return launches > 0;
}
