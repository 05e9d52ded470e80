/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/statistics/crossover.h"

#include <math.h>

/* Which of a point's three curves. */
enum curve { LOW, RATIO, HIGH };

static double value(const struct ratio_point *point, enum curve curve)
{
    return curve == LOW ? point->interval.low : curve == HIGH ? point->interval.high : point->ratio;
}

/* Where the curve crosses 1 between points before..after, first from below (`step` 1) or from above
 * (-1): the curve has different sides at the two. */
static double crossing(const struct ratio_point *points, size_t before, size_t after,
                       enum curve curve, int step)
{
    size_t i = step > 0 ? before : after;
    const bool above = value(&points[i], curve) > 1;

    while ((value(&points[i + (size_t)step], curve) > 1) == above)
        i += (size_t)step;
    const struct ratio_point *one = &points[i], *other = &points[i + (size_t)step];
    const double from = log(value(one, curve)), to = log(value(other, curve));

    return one->bytes * pow(other->bytes / one->bytes, from / (from - to));
}

static struct crossover crossover_between(const struct ratio_point *points, size_t before,
                                          size_t after)
{
    const bool a_below = statistics_side(points[before].interval) > 0;

    return (struct crossover){
        /* Noise may make the ratio cross back and forth: the middle of the first and the last. */
        .bytes = sqrt(crossing(points, before, after, RATIO, 1) *
                      crossing(points, before, after, RATIO, -1)),
        .interval = {crossing(points, before, after, a_below ? LOW : HIGH, 1),
                     crossing(points, before, after, a_below ? HIGH : LOW, -1)},
        .a_below = a_below,
        .before = before,
        .after = after};
}

size_t crossover_find(const struct ratio_point *points, size_t count, struct crossover *found)
{
    size_t crossovers = 0, before = 0;

    for (size_t i = 0; i < count; i++) {
        if (!statistics_side(points[i].interval))
            continue;
        if (statistics_side(points[before].interval) * statistics_side(points[i].interval) < 0)
            found[crossovers++] = crossover_between(points, before, i);
        before = i;
    }
    return crossovers;
}
