/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/tuning/choice.h"

#include <math.h>

static const double clearly = 0.05; /* two trials on an idle machine differ by less */

int choice_fastest(const double *ratios, int count)
{
    double least = 1 - clearly;
    int best = 0;

    for (int way = 1; way <= count; way++)
        if (ratios[way - 1] < least) { /* not where it is NAN */
            least = ratios[way - 1];
            best = way;
        }
    return best;
}

uint32_t choice_limit(const uint32_t *lines, const double *ratios, int count, uint32_t fixed)
{
    uint32_t limit = 0;

    for (int i = 0; i < count; i++) {
        if (isnan(ratios[i]))
            return limit > fixed ? limit : fixed;
        if (ratios[i] > (lines[i] <= fixed ? 1 + clearly : 1 - clearly))
            return limit;
        limit = lines[i];
    }
    return limit;
}
