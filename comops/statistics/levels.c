/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/statistics/levels.h"

#include <math.h>

/* Of the logarithms of one launch's values, or of all launches' means. */
struct sum {
    double count, mean, squares; /* squares: of the deviations from the mean */
};

/* B. P. Welford, Technometrics 4, 1962. */
static void sum_add(struct sum *sum, double value, double weight)
{
    const double off = value - sum->mean;

    sum->count += weight;
    sum->mean += off * weight / sum->count;
    sum->squares += weight * off * (value - sum->mean);
}

static struct sum sum_launch(const double *values, size_t count)
{
    struct sum sum = {0};

    for (size_t i = 0; i < count; i++)
        if (values[i] > 0)
            sum_add(&sum, log(values[i]), 1);
    return sum;
}

bool levels_estimate(const double *values, const uint32_t *counts, size_t launches,
                     struct levels *levels)
{
    struct sum between = {0};
    double within = 0, counts_squared = 0;
    size_t taken = 0;

    for (size_t i = 0; i < launches; values += counts[i++]) {
        const struct sum launch = sum_launch(values, counts[i]);

        if (!launch.count)
            continue;
        sum_add(&between, launch.mean, launch.count);
        within += launch.squares;
        counts_squared += launch.count * launch.count;
        taken++;
    }
    const double free_between = (double)taken - 1, free_within = between.count - (double)taken;

    if (taken < 2 || free_within < 1)
        return false;
    const double typical = (between.count - counts_squared / between.count) / free_between;

    levels->rounds = within / free_within;
    levels->launches = fmax((between.squares / free_between - levels->rounds) / typical, 0);
    return true;
}

int levels_rounds(struct levels levels, double launch_cost, double round_cost, int most)
{
    const double best = sqrt(launch_cost * levels.rounds / (round_cost * levels.launches));
    const int half = (int)(fmin(best, most) / 2); /* 0 to 2 becomes 1, 2 to 4 becomes 3 */

    return levels.rounds > 0 ? (2 * half + 1 < most ? 2 * half + 1 : most) : 1;
}
