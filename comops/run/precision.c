/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/run/precision.h"

#include <string.h>

bool precision_cell(const struct cell *cell, double precision)
{
    struct interval interval;

    return cell_interval(cell, &interval) &&
           statistics_relative_half_width(interval, cell_median(cell)) <= precision;
}

bool precision_group(const struct group *group, const struct cell *cells, double precision)
{
    for (int i = 0; i < group->count; i++) {
        if (cells[i].error[0])
            continue;
        if (!cells[i].count || !precision_cell(&cells[i], precision))
            return false;
        for (int j = i + 1; j < group->count; j++) {
            struct interval interval;
            double ratio;
            bool known;

            if (cells[j].error[0] || strcmp(cells[i].path, cells[j].path) == 0)
                continue;
            if (!cell_ratio(&cells[i], &cells[j], &ratio, &interval, &known) || !known ||
                statistics_relative_half_width(interval, ratio) > precision)
                return false;
        }
    }
    return true;
}

bool precision_starved(const struct group *group, const struct cell *cells)
{
    for (int i = 0; i < group->count; i++)
        if (!cells[i].error[0] && !cells[i].count)
            return true;
    return false;
}
