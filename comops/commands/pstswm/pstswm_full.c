/* SPDX-License-Identifier: BSD-3-Clause */
/* The full simulation. */
#include "comops/commands/pstswm/pstswm_plans.h"
#include "comops/commands/pstswm/pstswm_prediction.h"
#include "comops/commands/pstswm/pstswm_print.h"
#include "comops/commands/pstswm/pstswm_trials.h"
#include "comops/run/campaign.h"
#include "comops/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DAYS = 5, SECONDS_A_DAY = 86400 };

static int steps_of(const struct full *full)
{
    int levels;
    const struct truncation *truncation = pstswm_problem(full->problem, &levels, NULL);
    const double dt = full->request->dt > 0 ? full->request->dt : truncation->dt;

    return full->request->steps ? full->request->steps : (int)(DAYS * SECONDS_A_DAY / dt);
}

static void add_variant(const struct full *full, json_t *plans, const char *variant,
                        struct way fourier, struct way legendre)
{
    json_t *plan =
        pstswm_plan(full->request, full->problem, full->mesh, fourier, legendre, steps_of(full));

    json_object_set_new(plan, "variant", json_string(variant));
    json_array_append_new(plans, plan);
}

/* Of the path with this number. */
static json_t *variants_of(const struct full *full, json_t *const best[WAYS], size_t number)
{
    const struct pstswm_worker *worker = &full->workers->list[number];
    const char *usual = pstswm_default_protocol(worker);
    struct way ways[WAYS];
    json_t *plans = json_array();

    for (int i = 0; i < WAYS; i++)
        ways[i] = pstswm_way(json_array_get(best[i], number), i % 2 ? "legendre" : "fourier");
    add_variant(full, plans, "DTH best", ways[DTH_FOURIER], ways[DTH_LEGENDRE]);
    add_variant(full, plans, "DTH GEN", (struct way){"srtrans", usual},
                (struct way){"halfsum", usual});
    if (ways[DR_FOURIER].name) {
        add_variant(full, plans, "DR best", ways[DR_FOURIER], ways[DR_LEGENDRE]);
        add_variant(full, plans, "DR GEN", (struct way){"dfft", usual},
                    (struct way){"ringpipe", usual});
    }
    if (json_is_true(json_object_get(worker->offer, "collectives")))
        add_variant(full, plans, "DTH COL", (struct way){"alltoallv", usual},
                    (struct way){"allreduce", usual});
    return plans;
}

static double share(const json_t *record, const char *name)
{
    return 100 * json_number_value(json_object_get(json_object_get(record, "shares"), name));
}

/* A transform that one rank does alone has no way. */
static struct way way_shown(const json_t *record, const char *transform, const char *ranks)
{
    return json_integer_value(json_object_get(record, ranks)) > 1 ? pstswm_way(record, transform)
                                                                  : (struct way){"-", "-"};
}

static void print_row(const json_t *record, int ranks)
{
    const struct way fourier = way_shown(record, "fourier", "columns"),
                     legendre = way_shown(record, "legendre", "rows");
    const double ms = 1000 / json_number_value(json_object_get(record, "steps"));
    const json_t *errors = json_object_get(json_object_get(record, "errors"), "depth");
    double half_width;
    const double median = pstswm_median(record, &half_width);

    printf("%-8s %-9s %-9s %-6s %-9s %-6s", json_string_value(json_object_get(record, "path")),
           json_string_value(json_object_get(record, "variant")), fourier.name, fourier.protocol,
           legendre.name, legendre.protocol);
    pstswm_print_number(stdout, 8, 3, pstswm_seconds(record) * ms);
    pstswm_print_number(stdout, 8, 3, median * ms);
    pstswm_print_number(stdout, 5, 1, 100 * half_width);
    pstswm_print_number(stdout, 8, 0, json_number_value(json_object_get(record, "mflops")) / ranks);
    printf(" %5.0f %5.0f %5.0f %8.1e\n", share(record, "packing"), share(record, "rows"),
           share(record, "columns"), json_number_value(json_object_get(errors, "l2")));
}

static void print_table(const struct full *full, const json_t *fastest)
{
    const json_t *records, *record;
    size_t i, k;

    printf("\n%s, mesh %dx%d, %d steps\n", full->problem, full->mesh.columns, full->mesh.rows,
           steps_of(full));
    printf("%-8s %-9s %-16s %-16s %17s %5s %8s %17s %8s\n", "", "", "Fourier", "Legendre",
           "ms a step", "", "Mflop/s", "% of the time in", "error of");
    printf("%-8s %-9s %-16s %-16s %8s %8s %5s %8s %5s %5s %5s %8s\n", "path", "variant",
           "transforms", "transforms", "fastest", "median", "+-%", "a rank", "packs", "rows",
           "cols", "depth");
    json_array_foreach(fastest, i, records) json_array_foreach(records, k, record)
        print_row(record, full->workers->ranks);
    fflush(stdout);
}

/* With fewer runs there is no interval. */
static int predict(const struct full *full, const json_t *fastest)
{
    if (full->workers->count < 2 || full->workers->ranks < 2)
        return EXIT_SUCCESS;
    if (full->request->runs < LAUNCHES_LEAST) {
        text_note("--runs %d or more also shows whether a ping-pong predicts the winner",
                  LAUNCHES_LEAST);
        return EXIT_SUCCESS;
    }
    return prediction_print(full->workers, full->request, fastest) ? EXIT_SUCCESS : EXIT_LOST;
}

static int measure_problem(const struct full *full)
{
    json_t *best[WAYS] = {NULL}, *plans = json_array(), *fastest = NULL;
    int status;

    if ((full->mesh.columns & (full->mesh.columns - 1)) != 0)
        text_note("no DR on a mesh of %dx%d: dfft needs a power of two of columns",
                  full->mesh.columns, full->mesh.rows);
    if (trials_run(full, best, &status)) {
        for (int i = 0; i < full->workers->count; i++)
            json_array_append_new(plans, variants_of(full, best, (size_t)i));
        fastest = pstswm_measure(full->workers, full->request, plans, full->request->runs, &status);
    }
    if (fastest && !full->request->json) {
        print_table(full, fastest);
        status = predict(full, fastest);
    }
    for (int i = 0; i < WAYS; i++)
        json_decref(best[i]);
    json_decref(plans);
    json_decref(fastest);
    return status;
}

/* The squarest mesh, with at least as many rows as columns. */
static struct mesh squarest(int ranks)
{
    int columns = 1;

    for (int divisor = 2; divisor * divisor <= ranks; divisor++)
        if (ranks % divisor == 0)
            columns = divisor;
    return (struct mesh){columns, ranks / columns};
}

/* On the requested mesh, or on the squarest and the same turned. */
static int measure_meshes(const char *problem, const struct pstswm_workers *workers,
                          const struct parallel_request *request)
{
    const struct mesh tall = squarest(workers->ranks), wide = {tall.rows, tall.columns};
    const struct mesh asked = {request->columns, request->rows};

    if (request->columns)
        return measure_problem(&(struct full){problem, asked, workers, request});
    const int status = measure_problem(&(struct full){problem, tall, workers, request});

    if (status != EXIT_SUCCESS || tall.rows == tall.columns)
        return status;
    return measure_problem(&(struct full){problem, wide, workers, request});
}

int pstswm_full(const struct parallel_request *request)
{
    static char *printed[] = {"T42L16", "T85L16", NULL};
    struct pstswm_workers workers;
    const int ranks = request->columns ? request->columns * request->rows : request->ranks;
    int status = EXIT_USAGE;

    if (pstswm_workers_open(&workers, request->paths, ranks, request->oversubscribe)) {
        status = EXIT_SUCCESS;
        for (char **word = request->problems ? request->problems : printed;
             *word && status == EXIT_SUCCESS; word++)
            status = measure_meshes(*word, &workers, request);
    }
    pstswm_workers_close(&workers);
    return status;
}
