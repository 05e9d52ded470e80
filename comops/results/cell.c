/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/results/cell.h"

#include "comops/text/text.h"

#include <math.h>
#include <stdlib.h>

void cell_init(struct cell *cell, int ranks)
{
    *cell = (struct cell){.ranks = ranks,
                          .node_temporary = -1,
                          .memory = "local",
                          .stopped = "",
                          .reading_us = INFINITY};
    cell->seen = memory_or_die(malloc((size_t)ranks * sizeof *cell->seen));
    for (int rank = 0; rank < ranks; rank++)
        cell->seen[rank] = (struct cell_rank){-1, -1, 0};
    cell_begin_launch(cell);
}

void cell_free(struct cell *cell)
{
    free(cell->samples);
    free(cell->blocks);
    free(cell->launches);
    free(cell->launch_numbers);
    free(cell->empty_us);
    free(cell->stamps);
    free(cell->stamp_blocks);
    free(cell->parts);
    free(cell->seen);
    cell_disturbances_free(&cell->disturbances);
    json_decref(cell->counters);
}

void cell_begin_launch(struct cell *cell)
{
    cell->launches = memory_grow(cell->launches, cell->launch_count, sizeof *cell->launches);
    cell->launch_numbers =
        memory_grow(cell->launch_numbers, cell->launch_count, sizeof *cell->launch_numbers);
    cell->launch_numbers[cell->launch_count] = (uint32_t)cell->launch_count + 1;
    cell->launches[cell->launch_count++] = 0;
}

void cell_begin_block(struct cell *cell, double empty_us)
{
    cell->launches[cell->launch_count - 1]++;
    cell->blocks = memory_grow(cell->blocks, cell->block_count, sizeof *cell->blocks);
    cell->empty_us = memory_grow(cell->empty_us, cell->block_count, sizeof *cell->empty_us);
    cell->stamp_blocks =
        memory_grow(cell->stamp_blocks, cell->block_count, sizeof *cell->stamp_blocks);
    cell->stamp_blocks[cell->block_count] = 0;
    cell->empty_us[cell->block_count] = empty_us;
    cell->blocks[cell->block_count++] = 0;
}

void cell_add_sample(struct cell *cell, double us)
{
    cell->samples = memory_grow(cell->samples, cell->count, sizeof *cell->samples);
    cell->samples[cell->count++] = us;
    cell->blocks[cell->block_count - 1]++;
}

void cell_add_parts(struct cell *cell, struct cell_parts parts)
{
    cell->parts = memory_grow(cell->parts, cell->parts_count, sizeof *cell->parts);
    cell->parts[cell->parts_count++] = parts;
}

void cell_compare_clocks(struct cell *cell, int rank, int other, double us, double error_us)
{
    const bool first = cell->clock_offset.ranks[1] == 0;

    if (other > 0 && (first || fabs(us) - error_us > cell_clocks_differ(cell)))
        cell->clock_offset = (struct cell_clock_offset){{rank, other}, us, error_us};
}

double cell_clocks_differ(const struct cell *cell)
{
    return fabs(cell->clock_offset.us) - cell->clock_offset.error_us;
}

void cell_add_stamp(struct cell *cell, double us)
{
    cell->stamps = memory_grow(cell->stamps, cell->stamp_count, sizeof *cell->stamps);
    cell->stamps[cell->stamp_count++] = us;
    cell->stamp_blocks[cell->block_count - 1]++;
}

void cell_forget(struct cell *cell)
{
    cell->count = cell->block_count = cell->parts_count = cell->voided = cell->floored =
        cell->stamp_count = 0;
    cell->launches[0] = 0;
    cell_disturbances_free(&cell->disturbances);
}

bool cell_valid(const struct cell *cell)
{
    return cell->count > 0 && !cell->error[0];
}

double cell_median(const struct cell *cell)
{
    return statistics_median(cell->samples, cell->count);
}

double *cell_blocks(const struct cell *cell)
{
    double *medians = memory_or_die(malloc((cell->block_count + 1) * sizeof *medians));
    const double *sample = cell->samples;

    for (size_t i = 0; i < cell->block_count; sample += cell->blocks[i++])
        medians[i] = cell->blocks[i] ? cell->method->report(sample, cell->blocks[i]) : -1;
    return medians;
}

static size_t drop_empty(double *values, size_t count)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++)
        if (values[i] >= 0)
            values[kept++] = values[i];
    return kept;
}

double *cell_launches(const struct cell *cell)
{
    double *medians = cell_blocks(cell), *block = medians;
    double *launches = memory_or_die(malloc(cell->launch_count * sizeof *launches));

    for (size_t i = 0; i < cell->launch_count; block += cell->launches[i++]) {
        const size_t count = drop_empty(block, cell->launches[i]);

        launches[i] = count ? statistics_median(block, count) : -1;
    }
    free(medians);
    return launches;
}

double cell_time(const struct cell *cell)
{
    if (cell->launch_count == 1)
        return cell->method->report(cell->samples, cell->count);
    double *launches = cell_launches(cell);
    const double time = statistics_median(launches, drop_empty(launches, cell->launch_count));

    free(launches);
    return time;
}

size_t cell_by_launch(const struct cell *cell, double *values)
{
    double *block = values;
    size_t kept = 0;

    for (size_t i = 0; i < cell->launch_count; block += cell->launches[i++]) {
        const size_t count = drop_empty(block, cell->launches[i]);

        if (count)
            values[kept++] = statistics_median(block, count);
    }
    return kept;
}

bool cell_interval(const struct cell *cell, struct interval *interval)
{
    double *launches = cell_launches(cell);
    const size_t count = drop_empty(launches, cell->launch_count);
    const bool enough =
        statistics_median_interval(launches, count, STATISTICS_CONFIDENCE, interval);

    free(launches);
    return enough;
}

bool cell_precise(const struct cell *cell, double precision)
{
    struct interval interval;

    return cell_interval(cell, &interval) &&
           statistics_relative_half_width(interval, cell_time(cell)) <= precision;
}

bool cell_levels(const struct cell *cell, struct levels *levels)
{
    double *medians = cell_blocks(cell);
    const bool known = levels_estimate(medians, cell->launches, cell->launch_count, levels);

    free(medians);
    return known;
}
