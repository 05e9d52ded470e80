/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/commands/pstswm/pstswm_plans.h"

#include "comops/commands/command.h"
#include "comops/commands/pstswm/pstswm_print.h"
#include "comops/run/campaign.h"
#include "comops/statistics/statistics.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS_MOST = 100 };

const struct truncation *pstswm_problem(const char *word, int *levels, char **why)
{
    const char *after = strchr(word, 'L');
    char *name = after ? strndup(word, (size_t)(after - word)) : text_copy(word);
    const struct truncation *truncation = truncation_find(name);
    int64_t number = 1;

    if (!truncation)
        *why =
            text_format("no truncation `%s`; there are T10, T21, T42, T85 and T170", name);
    else if (after && !text_parse_number(after + 1, 1, LEVELS_MOST, &number)) {
        *why = text_format("`%s`: levels are L1 to L%d, as in T42L16", word, LEVELS_MOST);
        truncation = NULL;
    }
    *levels = (int)number;
    free(name);
    return truncation;
}

json_t *pstswm_plan(const struct parallel_request *request, const char *problem, struct mesh mesh,
                    struct way fourier, struct way legendre, int steps)
{
    int levels;
    const struct truncation *truncation = pstswm_problem(problem, &levels, NULL);

    return json_pack("{ss si sf si sf si si si ss ss ss ss}", "truncation", truncation->name,
                     "levels", levels, "dt", request->dt > 0 ? request->dt : truncation->dt, "case",
                     request->test.number, "tilt", request->test.tilt * 180 / acos(-1), "steps",
                     steps, "columns", mesh.columns, "rows", mesh.rows, "fourier", fourier.name,
                     "fourier_protocol", fourier.protocol, "legendre", legendre.name,
                     "legendre_protocol", legendre.protocol);
}

const char *pstswm_default_protocol(const struct pstswm_worker *worker)
{
    return path_is(worker->path, "mpi") ? "(0,6)" : "(0,1)";
}

double pstswm_seconds(const json_t *record)
{
    return json_real_value(json_object_get(record, "seconds"));
}

struct way pstswm_way(const json_t *record, const char *transform)
{
    char protocol[32];

    snprintf(protocol, sizeof protocol, "%s_protocol", transform);
    return (struct way){json_string_value(json_object_get(record, transform)),
                        json_string_value(json_object_get(record, protocol))};
}

double pstswm_median(const json_t *record, double *half_width)
{
    const json_t *times = json_object_get(record, "times");
    const size_t count = json_array_size(times);
    double *values = memory_or_die(calloc(count, sizeof *values));
    struct interval interval = {0, 0};

    for (size_t i = 0; i < count; i++)
        values[i] = json_real_value(json_array_get(times, i));
    const double median = statistics_median(values, count);

    statistics_median_interval(values, count, STATISTICS_CONFIDENCE, &interval);
    *half_width = statistics_relative_half_width(interval, median);
    free(values);
    return median;
}

/* Prints what is wrong with the record; returns the exit status. */
static int judge(const json_t *record)
{
    const char *refused = json_string_value(json_object_get(record, "refused"));
    const int failed = (int)json_integer_value(json_object_get(record, "failed"));
    const json_int_t levels = json_integer_value(json_object_get(record, "levels"));
    const json_int_t steps = json_integer_value(json_object_get(record, "steps"));

    if (refused)
        text_say("%s", refused);
    else if (failed)
        text_say("%sL%d over %s blew up in step %d of %d: its numbers are no longer finite; --dt "
                 "takes a time step shorter than %g seconds",
                 json_string_value(json_object_get(record, "truncation")), (int)levels,
                 json_string_value(json_object_get(record, "path")), failed, (int)steps,
                 json_number_value(json_object_get(record, "dt")));
    return refused || failed ? EXIT_USAGE : EXIT_SUCCESS;
}

/* Adds the record's time to those of earlier runs of its plan, and replaces a slower record. */
static void take(json_t *fastest, size_t plan, json_t *record)
{
    json_t *known = json_array_get(fastest, plan);
    json_t *times = known ? json_incref(json_object_get(known, "times")) : json_array();

    json_array_append_new(times, json_real(pstswm_seconds(record)));
    if (!known)
        json_array_append(fastest, record);
    else if (pstswm_seconds(record) < pstswm_seconds(known))
        json_array_set(fastest, plan, record);
    json_object_set_new(json_array_get(fastest, plan), "times", times);
}

/* Keeps the fastest record of each plan. The exit status. */
static int take_faster(json_t *fastest, json_t *records, const struct parallel_request *request,
                       int run)
{
    int status = EXIT_SUCCESS;
    size_t i;
    json_t *record;

    json_array_foreach(records, i, record)
    {
        if ((status = judge(record)) != EXIT_SUCCESS)
            return status;
        if (request->json)
            pstswm_print_parallel(stdout, record, run);
        take(fastest, i, record);
    }
    return status;
}

static int measure_once(const struct pstswm_workers *workers, int number,
                        const struct parallel_request *request, const json_t *plans, int run,
                        json_t *fastest)
{
    json_t *records = pstswm_worker_run(workers, &workers->list[number], plans);
    const bool complete = records && json_array_size(records) == json_array_size(plans);
    const int status = complete ? take_faster(fastest, records, request, run) : EXIT_FAILURE;

    json_decref(records);
    return status;
}

json_t *pstswm_measure(const struct pstswm_workers *workers, const struct parallel_request *request,
                       const json_t *plans, int runs, int *status)
{
    json_t *fastest = json_array();

    *status = EXIT_SUCCESS;
    for (int i = 0; i < workers->count; i++)
        json_array_append_new(fastest, json_array());
    for (int run = 1; run <= runs; run++)
        for (int i = 0; i < workers->count && *status == EXIT_SUCCESS; i++)
            *status = measure_once(workers, i, request, json_array_get(plans, (size_t)i), run,
                                   json_array_get(fastest, (size_t)i));
    if (*status != EXIT_SUCCESS) {
        json_decref(fastest);
        return NULL;
    }
    return fastest;
}
