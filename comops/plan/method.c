/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/plan/method.h"

#include "comops/statistics/statistics.h"

#include <string.h>

static double filtered_mean(const double *samples, size_t count)
{
    return statistics_filtered_mean(samples, count, NULL);
}

const struct method methods[] = {
    {.name = "adaptive",
     .buffers = BUFFERS_REWRITE,
     .consume = CONSUME_TIMED,
     .report = statistics_median},
    {.name = "comops",
     .buffers = BUFFERS_REWRITE,
     .loop_ns = 1e7,
     .rate_of_round_trip = true,
     .report = statistics_median},
    {.name = "imb",
     .buffers = BUFFERS_REUSE,
     .loop_ns = 2e6,
     .loops_as_imb = true,
     .report = statistics_median},
    {.name = "luecke",
     .buffers = BUFFERS_COLD,
     .rounds = 1,
     .block_samples = 51,
     .drops_outliers = true,
     .report = filtered_mean},
    {.name = "thesis",
     .buffers = BUFFERS_COLD,
     .rounds = 4,
     .block_samples = 2500,
     .within_budget = true,
     .report = statistics_mean},
    {0},
};

const struct method *method_named(const char *name)
{
    for (const struct method *method = methods; method->name; method++)
        if (strcmp(method->name, name) == 0)
            return method;
    return NULL;
}
