/* SPDX-License-Identifier: BSD-3-Clause */
/* Cells as records of the results file. */
#include "comops/results/cell.h"

#include "comops/results/results.h"
#include "comops/results/stamps_json.h"
#include "comops/results/warnings.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdlib.h>

json_t *cell_key(const struct cell *cell)
{
    return json_pack("{ss ss ss ss ss ss* ss* si sI ss ss ss ss ss* so* ss* ss*}", "pattern",
                     cell->pattern, "path", cell->path, "protocol", cell->protocol, "placement",
                     cell->placement, "memory", cell->memory, "pages", cell->pages, "skew",
                     cell->skew, "ranks", cell->ranks, "bytes", (json_int_t)cell->bytes, "buffers",
                     cell->buffers, "consume", cell->consume, "mode", cell->mode, "method",
                     cell->method->name, "series_of", cell->series_of, "series",
                     cell->series_of ? json_integer((json_int_t)cell->series) : NULL, "op",
                     cell->reduces ? reduction_operation(cell->reduction) : NULL, "datatype",
                     cell->reduces ? reduction_datatype(cell->reduction) : NULL);
}

/* Indices of the operating system; -1 is unknown, -2 several (BIND_NODE_MIXED). */
static json_t *index_json(int index)
{
    return index >= 0 ? json_integer(index) : index == -2 ? json_string("mixed") : json_null();
}

static void add_ranks(json_t *record, const struct cell *cell)
{
    json_t *pus = json_array(), *nodes = json_array(), *huge_bytes = json_array();

    for (const struct cell_rank *seen = cell->seen; seen < cell->seen + cell->ranks; seen++) {
        json_array_append_new(pus, index_json(seen->pu));
        json_array_append_new(nodes, index_json(seen->node));
        json_array_append_new(huge_bytes, json_integer((json_int_t)seen->huge_bytes));
    }
    json_object_set_new(record, "pus", pus);
    json_object_set_new(record, "numa", nodes);
    json_object_set_new(record, "huge_bytes", huge_bytes);
}

json_t *interval_json(bool known, struct interval interval)
{
    return known ? json_pack("[ff]", interval.low, interval.high) : json_null();
}

json_t *spread_json(bool known, struct levels levels)
{
    return known ? json_pack("{sf sf}", "launches", sqrt(levels.launches), "rounds",
                             sqrt(levels.rounds))
                 : NULL;
}

static void add_results(json_t *record, const struct cell *cell, const struct pattern *pattern)
{
    const double reported_us = cell_time(cell);
    /* The paper divides by the whole run: for a ping-pong, by the round trip. */
    const double time =
        cell->method->rate_of_round_trip ? reported_us * pattern->messages : reported_us;
    const struct job job = {
        .pattern = pattern, .ranks = cell->ranks, .bytes = cell->bytes, .series = cell->series};
    struct interval interval = {0, 0};
    const bool known = cell_interval(cell, &interval);
    char formula[256];

    snprintf(formula, sizeof formula, "%s%s", pattern->rate_formula,
             cell->method->rate_of_round_trip && pattern->messages > 1
                 ? "; here time is a whole run, as in Luo 1997"
                 : "");
    json_object_set_new(record, "time_us", json_real(reported_us));
    json_object_set_new(record, "median_us", json_real(cell_median(cell)));
    json_object_set_new(record, "ci95_us", interval_json(known, interval));
    json_object_set_new(record, "rate_MBps", json_real(pattern->rate_bytes(&job) / time));
    json_object_set_new(record, "rate_formula", json_string(formula));
    if (pattern->rate_messages)
        json_object_set_new(record, "messages_per_s",
                            json_real(pattern->rate_messages(&job) / time * 1e6));
}

/* Of a pattern that computes. */
static void add_overlap(json_t *record, const struct cell *cell)
{
    struct overlap overlap;

    if (cell_overlap(cell, &overlap))
        json_object_set_new(record, "overlap",
                            json_pack("{sf sf sf so}", "exchange_us", overlap.exchange_us,
                                      "computing_us", overlap.computing_us, "percent",
                                      overlap.percent, "ci95",
                                      interval_json(overlap.has_interval, overlap.interval)));
}

/* Indices of the samples that the filter of Luecke 2004 left out. */
static json_t *dropped_json(const struct cell *cell)
{
    bool *dropped = memory_or_die(calloc(cell->count + 1, sizeof *dropped));
    json_t *array = json_array();

    if (cell->count)
        statistics_filtered_mean(cell->samples, cell->count, dropped);
    for (size_t i = 0; i < cell->count; i++)
        if (dropped[i])
            json_array_append_new(array, json_integer((json_int_t)i));
    free(dropped);
    return array;
}

static json_t *counts_json(const uint32_t *counts, size_t count)
{
    json_t *array = json_array();

    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, json_integer(counts[i]));
    return array;
}

/* Negative times are missing and become null. */
static json_t *times_json(const double *times, size_t count)
{
    json_t *array = json_array();

    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, times[i] < 0 ? json_null() : json_real(times[i]));
    return array;
}

/* Void blocks have none. */
static bool has_empty_us(const struct cell *cell)
{
    for (size_t i = 0; i < cell->block_count; i++)
        if (cell->empty_us[i] > 0)
            return true;
    return false;
}

/* How the samples are divided, and what that shows. */
static void add_launches(json_t *record, const struct cell *cell)
{
    double *launches = cell_launches(cell);
    struct levels levels;
    const bool spread_known = cell_levels(cell, &levels);

    json_object_set_new(record, "blocks", counts_json(cell->blocks, cell->block_count));
    json_object_set_new(record, "launches", counts_json(cell->launches, cell->launch_count));
    json_object_set_new(record, "launch_numbers",
                        counts_json(cell->launch_numbers, cell->launch_count));
    json_object_set_new(record, "launch_us", times_json(launches, cell->launch_count));
    json_object_set_new(record, "spread", spread_json(spread_known, levels));
    free(launches);
}

json_t *cell_record(const struct cell *cell, const struct pattern *pattern)
{
    json_t *record = json_pack("{ss}", "record", "cell");
    json_t *key = cell_key(cell);
    char started[TEXT_TIME];

    json_object_update(record, key);
    json_decref(key);
    json_object_set_new(record, "repeats", json_integer(cell->runs));
    json_object_set_new(record, "samples_us", times_json(cell->samples, cell->count));
    if (has_empty_us(cell))
        json_object_set_new(record, "empty_us", times_json(cell->empty_us, cell->block_count));
    add_launches(record, cell);
    if (cell->method->drops_outliers)
        json_object_set_new(record, "dropped", dropped_json(cell));
    json_object_set_new(record, "voided", json_integer((json_int_t)cell->voided));
    if (cell->clock_offset.ranks[1])
        json_object_set_new(record, "clock_offset",
                            json_pack("{s[ii] sf sf}", "ranks", cell->clock_offset.ranks[0],
                                      cell->clock_offset.ranks[1], "us", cell->clock_offset.us,
                                      "error_us", cell->clock_offset.error_us));
    json_object_set_new(record, "lead_us", json_real((double)cell->lead_ns / 1e3));
    json_object_set_new(record, "disturbances", cell_disturbances_json(&cell->disturbances));
    if (cell->floored)
        json_object_set_new(record, "floored", json_integer((json_int_t)cell->floored));
    if (cell->stamp_count) {
        json_object_set_new(record, "stamps", stamps_json(cell, pattern));
        json_object_set_new(record, "percentiles", stamps_percentiles_json(cell));
    }
    json_object_set_new(record, "valid", json_boolean(cell_valid(cell)));
    if (cell_valid(cell))
        add_results(record, cell, pattern);
    else
        json_object_set_new(record, "error", results_text(cell->error));
    add_overlap(record, cell);
    add_ranks(record, cell);
    if (cell->reading_us > 0 && isfinite(cell->reading_us))
        json_object_set_new(record, "reading_us", json_real(cell->reading_us));
    json_object_set_new(record, "numa_temporary", index_json(cell->node_temporary));
    if (cell->levels)
        json_object_set_new(record, "groups",
                            json_pack("{si si}", "levels", cell->levels, "ranks", cell->grouped));
    json_object_set_new(record, "oversubscribed", json_boolean(cell->oversubscribed));
    json_object_set_new(record, "started", json_string(text_time(started, cell->started)));
    json_object_set_new(record, "duration_s", json_real(cell->duration_s));
    json_object_set_new(record, "stopped", json_string(cell->stopped));
    json_object_set_new(record, "warnings", warnings_json(cell->warnings));
    if (cell->counters)
        json_object_set(record, "counters", cell->counters);
    return record;
}
