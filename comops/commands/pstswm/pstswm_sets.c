/* SPDX-License-Identifier: BSD-3-Clause */
/* The one-dimensional sets: the ranks share one of the two transforms, and each rank has as much
 * work as in the problem that the set represents, T42L16 or T85L32, on a mesh of as many rows as
 * columns. */
#include "comops/commands/pstswm/pstswm_plans.h"
#include "comops/commands/pstswm/pstswm_print.h"
#include "comops/run/campaign.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 20 };

struct set {
    const char *problem, *title, *transform, *generic; /* of the generic variant */
    struct mesh mesh;
    const struct pstswm_workers *workers;
};

static void add_plan(json_t *plans, const struct set *set, const struct parallel_request *request,
                     const char *name, const char *protocol)
{
    const struct way this = {name, protocol};
    const struct way fourier = {"srtrans", protocol}, legendre = {"halfsum", protocol};
    const bool lines = strcmp(set->transform, "fourier") == 0;

    json_array_append_new(plans, pstswm_plan(request, set->problem, set->mesh,
                                             lines ? this : fourier, lines ? legendre : this,
                                             request->steps ? request->steps : STEPS));
}

static bool fits(const json_t *algorithm, int ranks)
{
    const bool power_of_two = (ranks & (ranks - 1)) == 0;

    return power_of_two || !json_is_true(json_object_get(algorithm, "power_of_two"));
}

/* All algorithms of a path in all protocols. */
static json_t *plans_of(const struct set *set, const struct parallel_request *request,
                        const struct pstswm_worker *worker)
{
    json_t *plans = json_array(), *algorithm, *protocol;
    size_t i, k;

    json_array_foreach(json_object_get(worker->offer, set->transform), i, algorithm)
    {
        const char *name = json_string_value(json_object_get(algorithm, "name"));

        if (!fits(algorithm, set->workers->ranks))
            continue;
        if (json_is_true(json_object_get(algorithm, "collective")))
            add_plan(plans, set, request, name, pstswm_default_protocol(worker));
        else
            json_array_foreach(json_object_get(worker->offer, "protocols"), k, protocol)
                add_plan(plans, set, request, name, json_string_value(protocol));
    }
    return plans;
}

/* The fastest of these records with this algorithm (NULL: any) and protocol (NULL: any). */
static const json_t *best_of(const struct set *set, const json_t *records, const char *name,
                             const char *protocol)
{
    const json_t *best = NULL, *record;
    size_t i;

    json_array_foreach(records, i, record)
    {
        const struct way way = pstswm_way(record, set->transform);

        if ((!name || strcmp(way.name, name) == 0) &&
            (!protocol || strcmp(way.protocol, protocol) == 0) &&
            (!best || pstswm_seconds(record) < pstswm_seconds(best)))
            best = record;
    }
    return best;
}

static void print_row(const struct set *set, const struct pstswm_worker *worker, const char *name,
                      const json_t *record, const json_t *usual, double best, double best_of_all)
{
    const struct way way = pstswm_way(record, set->transform);
    const double seconds = pstswm_seconds(record);
    const double ms = 1000 / json_number_value(json_object_get(record, "steps"));
    double half_width;
    const double median = pstswm_median(record, &half_width);

    printf("%-8s %-10s %-9s %9.3f %9.3f", worker->path->label, name,
           strcmp(way.name, "allreduce") == 0 || strcmp(way.name, "alltoallv") == 0 ? "-"
                                                                                    : way.protocol,
           seconds * ms, median * ms);
    pstswm_print_number(stdout, 5, 1, 100 * half_width);
    printf(" %9.1f %9.1f %9.1f\n", 100 * (pstswm_seconds(usual) / seconds - 1),
           100 * (seconds / best - 1), 100 * (seconds / best_of_all - 1));
}

static void print_path(const struct set *set, const struct pstswm_worker *worker,
                       const json_t *records, double best_of_all)
{
    const char *usual = pstswm_default_protocol(worker);
    const double best = pstswm_seconds(best_of(set, records, NULL, NULL));
    const json_t *generic = best_of(set, records, set->generic, usual), *algorithm;
    size_t i;

    json_array_foreach(json_object_get(worker->offer, set->transform), i, algorithm)
    {
        const char *name = json_string_value(json_object_get(algorithm, "name"));
        const json_t *record = best_of(set, records, name, NULL);

        if (record)
            print_row(set, worker, name, record, best_of(set, records, name, usual), best,
                      best_of_all);
    }
    print_row(set, worker, "generic", generic, generic, best, best_of_all);
}

static void print_set(const struct set *set, const json_t *fastest)
{
    double best = INFINITY;

    for (int i = 0; i < set->workers->count; i++)
        best = fmin(best,
                    pstswm_seconds(best_of(set, json_array_get(fastest, (size_t)i), NULL, NULL)));
    printf("\n%s, %s, mesh %dx%d\n", set->problem, set->title, set->mesh.columns, set->mesh.rows);
    printf("%-8s %-10s %-9s %19s %5s %9s %20s\n", "", "", "best", "ms a step", "", "loss, %,",
           "slower, %, than best");
    printf("%-8s %-10s %-9s %9s %9s %5s %9s %9s %9s\n", "path", "algorithm", "protocol", "fastest",
           "median", "+-%", "default", "this path", "all paths");
    for (int i = 0; i < set->workers->count; i++)
        print_path(set, &set->workers->list[i], json_array_get(fastest, (size_t)i), best);
    fflush(stdout);
}

static int measure_set(struct set set, const struct parallel_request *request)
{
    json_t *plans = json_array();
    int status;

    for (int i = 0; i < set.workers->count; i++)
        json_array_append_new(plans, plans_of(&set, request, &set.workers->list[i]));
    json_t *fastest = pstswm_measure(set.workers, request, plans, request->runs, &status);

    if (fastest && !request->json)
        print_set(&set, fastest);
    json_decref(plans);
    json_decref(fastest);
    return status;
}

static int measure_problem(const char *problem, const struct pstswm_workers *workers,
                           const struct parallel_request *request)
{
    const struct set lines = {
        problem, "Fourier transforms in parallel", "fourier", "srtrans", {workers->ranks, 1},
        workers};
    const struct set latitudes = {
        problem, "Legendre transforms in parallel", "legendre", "ringsum", {1, workers->ranks},
        workers};
    const int status = measure_set(lines, request);

    return status == EXIT_SUCCESS ? measure_set(latitudes, request) : status;
}

/* As many levels as a rank has in a column, or a row, of the square mesh. */
static char **problems_of(int ranks)
{
    char **list = NULL;

    text_list_add(&list, text_format("T42L%d", ranks < 16 ? 16 / ranks : 1));
    text_list_add(&list, text_format("T85L%d", ranks < 32 ? 32 / ranks : 1));
    return list;
}

static int measure_problems(const struct pstswm_workers *workers,
                            const struct parallel_request *request)
{
    char **ours = problems_of(workers->ranks);
    int status = EXIT_SUCCESS;

    for (char **word = request->problems ? request->problems : ours;
         *word && status == EXIT_SUCCESS; word++)
        status = measure_problem(*word, workers, request);
    text_list_free(ours);
    return status;
}

int pstswm_sets(const struct parallel_request *request)
{
    struct pstswm_workers workers;
    const bool opened =
        pstswm_workers_open(&workers, request->paths, request->ranks, request->oversubscribe);
    int status = EXIT_USAGE;

    if (opened && workers.ranks < 2)
        text_say("one rank shares no transform: experiments C and D take two or more");
    else if (opened)
        status = measure_problems(&workers, request);
    pstswm_workers_close(&workers);
    return status;
}
