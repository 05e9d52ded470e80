/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/findings/findings.h"

#include <math.h>

static json_t *number_json(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *estimate_json(const struct estimate *estimate)
{
    return json_pack("{sf s[oo]}", "value", estimate->value, "ci95",
                     number_json(estimate->interval.low), number_json(estimate->interval.high));
}

static json_t *hockney_json(const char *model, const struct hockney *hockney,
                            const struct fit_point *points, size_t count)
{
    const struct segment whole = {.last = count - 1,
                                  .latency_us = hockney->latency_us.value,
                                  .bandwidth_MBps = hockney->bandwidth_MBps.value};

    return json_pack("{ss sI sf so so so}", "model", model, "sizes", (json_int_t)count, "deviation",
                     fit_deviation(&whole, points, count), "latency_us",
                     estimate_json(&hockney->latency_us), "bandwidth_MBps",
                     estimate_json(&hockney->bandwidth_MBps), "half_bytes",
                     estimate_json(&hockney->half_bytes));
}

static json_t *piecewise_json(const struct piecewise *piecewise, const struct fit_point *points,
                              size_t count)
{
    json_t *segments = json_array(), *breakpoints = json_array();

    for (int i = 0; i < piecewise->count; i++) {
        const struct segment *segment = &piecewise->segments[i];
        const json_int_t from = (json_int_t)points[segment->first].bytes;

        json_array_append_new(segments,
                              json_pack("{sI sI sf so}", "from", from, "to",
                                        (json_int_t)points[segment->last].bytes, "latency_us",
                                        segment->latency_us, "bandwidth_MBps",
                                        number_json(segment->bandwidth_MBps)));
        if (i > 0)
            json_array_append_new(
                breakpoints,
                json_pack("{s[II] so}", "between", (json_int_t)points[segment->first - 1].bytes,
                          from, "bytes",
                          piecewise->continuous ? json_real(piecewise->at[i - 1]) : json_null()));
    }
    return json_pack("{ss sI sf sf sb so so}", "model", "piecewise", "sizes", (json_int_t)count,
                     "deviation", fit_deviation(piecewise->segments, points, count), "bic",
                     piecewise->bic, "continuous", piecewise->continuous, "segments", segments,
                     "breakpoints", breakpoints);
}

json_t *fit_json(const struct fit_point *points, size_t count)
{
    json_t *records = json_array();
    struct hockney hockney;
    struct piecewise piecewise;

    if (fit_hockney(points, count, &hockney))
        json_array_append_new(records, hockney_json("hockney", &hockney, points, count));
    if (fit_robust(points, count, &hockney))
        json_array_append_new(records, hockney_json("hockney-robust", &hockney, points, count));
    if (fit_piecewise(points, count, &piecewise))
        json_array_append_new(records, piecewise_json(&piecewise, points, count));
    return records;
}
