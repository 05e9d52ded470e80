/* SPDX-License-Identifier: BSD-3-Clause */
/* The model on several ranks of a path against a serial run: with each algorithm, protocol and
 * mesh. Where the ranks only move data, all bits are the same.
 *
 * Words: --ranks N for threads; then the truncation, and "all" for every protocol on every mesh. */
#include "comops/ranks/contract/registry.h"
#include "comops/ranks/worker/worker.h"
#include "extensions/pstswm/worley/exchange.h"
#include "extensions/pstswm/parallel/algorithms.h"
#include "extensions/pstswm/parallel/transpose.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { STEPS = 10, LEVELS = 2 };

static const struct test_case wave = {6, 0};
static const char *problem = "T10";
static bool all_of_them;

void worker_parse(struct worker *worker, int argc, char **argv, const char *path)
{
    (void)path;
    *worker = (struct worker){0};
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--ranks") == 0)
            worker->ranks = atoi(argv[++i]);
        else if (strcmp(argv[i], "all") == 0)
            all_of_them = true;
        else
            problem = argv[i];
}

/* What the differences of a field are relative to: divergence starts at 0, and is small beside the
 * vorticity that it is added to; so is V beside U. */
static double scale(const struct model *whole, int field)
{
    const int of = field == DELTA ? ETA : field == V ? U : field;
    double largest = 0;

    for (int pair = 0; pair < whole->pairs; pair++)
        for (int i = 0; i < HEMISPHERES * whole->longitudes; i++)
            largest = fmax(largest, fabs(model_line(whole, whole->now, 0, pair, of, 0)[i]));
    return largest;
}

/* The largest difference of this rank's part from the serial run. */
static double difference(const struct model *part, const struct model *whole)
{
    double most = 0;

    for (int line = 0; line < part->levels * part->pairs * FIELDS * HEMISPHERES; line++) {
        const int hemisphere = line % HEMISPHERES, field = line / HEMISPHERES % FIELDS;
        const int pair = line / HEMISPHERES / FIELDS % part->pairs;
        const int level = line / HEMISPHERES / FIELDS / part->pairs;
        const double *a = model_line(part, part->now, level, pair, field, hemisphere);
        const double *b =
            model_line(whole, whole->now, level, part->first_pair + pair, field, hemisphere) +
            part->first_longitude;

        const double unit = scale(whole, field);

        for (int i = 0; i < part->longitudes; i++)
            most = fmax(most, isfinite(a[i]) ? fabs(a[i] - b[i]) / unit : INFINITY);
    }
    return most;
}

static double largest_of(const struct team *team, double mine)
{
    double *all = malloc((size_t)team->ranks * sizeof *all), largest = 0;

    team->gather(&mine, all);
    for (int rank = 0; rank < team->ranks; rank++)
        largest = fmax(largest, all[rank]);
    free(all);
    return largest;
}

/* The wave, disturbed in another way at each point and level: it has symmetries, and all levels are
 * alike, so that a swapped block might not be seen. */
static void start(struct model *model)
{
    model_start(model, wave);
    for (int line = 0; line < model->levels * model->pairs * FIELDS * HEMISPHERES; line++) {
        const int level = line / HEMISPHERES / FIELDS / model->pairs;
        const int pair = line / HEMISPHERES / FIELDS % model->pairs + model->first_pair;
        const int of_all = (level * model->quadrature->pairs + pair) * FIELDS * HEMISPHERES +
                           line % (FIELDS * HEMISPHERES);

        for (int i = 0; i < model->longitudes; i++)
            model->now[line * model->longitudes + i] *=
                1 + 1e-3 * sin(1.7 * of_all + 0.3 * (model->first_longitude + i));
    }
    memcpy(model->before, model->now, model_state(model) * sizeof *model->now);
}

/* Errors that are planted on the last rank after the first step. */
enum plant { NOTHING, STALE, SWAPPED };

static void plant(struct model *model, enum plant what)
{
    double *line = model->now, *other = what == STALE ? model->before : line + model->longitudes;

    for (int i = 0; i < model->longitudes && what != NOTHING; i++) {
        const double value = line[i];

        line[i] = other[i];
        other[i] = value;
    }
}

/* Over all ranks; INFINITY if one could not run. */
static double run(const struct team *team, const struct plan *plan, const struct model *whole,
                  enum plant what)
{
    struct parallel_model parallel;
    bool good = parallel_open(&parallel, plan, team);

    start(parallel.model);
    for (int i = 0; i < STEPS && good; i++) {
        good = parallel_step(&parallel);
        if (i == 0 && team->rank == team->ranks - 1)
            plant(parallel.model, what);
    }
    const double most = good ? difference(parallel.model, whole) : INFINITY;

    parallel_close(&parallel, team);
    return largest_of(team, most);
}

/* What a plan may differ by from a serial run: sums over latitudes in another order. */
static double bound(const struct plan *plan)
{
    const bool sums = plan->rows > 1 && !plan->legendre.transpose;
    const bool lines = plan->columns > 1 && !plan->fourier.transpose;

    return sums || lines ? 1e-12 : 0;
}

static int number, failed;

static void report(const struct team *team, const struct plan *plan, bool good, double most,
                   const char *what)
{
    if (team->rank != ROOT)
        return;
    number++;
    failed += !good;
    printf("%sok %d - %s: %s, mesh %dx%d, %s (%d,%d), %s (%d,%d): %.1e%s\n", good ? "" : "not ",
           number, team->path, problem, plan->columns, plan->rows, plan->fourier.name,
           plan->fourier_protocol / 10, plan->fourier_protocol % 10, plan->legendre.name,
           plan->legendre_protocol / 10, plan->legendre_protocol % 10, most, what);
}

static void check(const struct team *team, const struct plan *plan, const struct model *whole)
{
    char why[128];

    if (!plan_fits(plan, team->ranks, why, sizeof why) ||
        ((plan->fourier.collective || plan->legendre.collective) && !collectives_exist()))
        return;
    const double most = run(team, plan, whole, NOTHING);

    report(team, plan, most <= bound(plan), most, "");
}

/* Every algorithm of one transform, over each protocol or the first. */
static void check_algorithms(const struct team *team, struct plan plan, const struct model *whole)
{
    for (int i = 0; protocol_get(i) >= 0; i++) {
        plan.fourier_protocol = plan.legendre_protocol = protocol_get(i);
        for (int fourier = 0; plan.columns > 1 && plan_fouriers[fourier].name; fourier++) {
            plan.fourier = plan_fouriers[fourier];
            if (i == 0 || (all_of_them && !plan.fourier.collective))
                check(team, &plan, whole);
        }
        plan.fourier = plan_fouriers[0];
        for (int legendre = 0; plan.rows > 1 && plan_legendres[legendre].name; legendre++) {
            plan.legendre = plan_legendres[legendre];
            if (i == 0 || (all_of_them && !plan.legendre.collective))
                check(team, &plan, whole);
        }
        plan.legendre = plan_legendres[0];
    }
}

/* An algorithm that is for powers of two is refused elsewhere, with the reason. */
static void check_refusal(const struct team *team, struct plan plan)
{
    for (int i = 0; plan_fouriers[i].name; i++) {
        const bool power_of_two = (plan.columns & (plan.columns - 1)) == 0;
        char why[128];

        plan.fourier = plan_fouriers[i];
        const bool fits = plan_fits(&plan, team->ranks, why, sizeof why);
        const bool named = strstr(why, plan.fourier.name) && strstr(why, "power of two");

        report(team, &plan, plan.fourier.power_of_two && !power_of_two ? !fits && named : fits, 0,
               fits ? ", fits" : ", refused");
    }
}

static void check_planted(const struct team *team, struct plan plan, const struct model *whole)
{
    const double stale = run(team, &plan, whole, STALE), swapped = run(team, &plan, whole, SWAPPED);

    report(team, &plan, stale > 1e-9, stale, ", a stale line is found");
    report(team, &plan, swapped > 1e-9, swapped, ", swapped lines are found");
}

int worker_serve(const struct worker *worker, const struct team *team)
{
    const struct truncation *truncation = truncation_find(problem);
    struct model *whole = model_create(truncation, LEVELS, truncation->dt, &fft_blocked);
    struct plan plan = {.truncation = truncation,
                        .levels = LEVELS,
                        .dt = truncation->dt,
                        .fourier = plan_fouriers[0],
                        .legendre = plan_legendres[0]};

    (void)worker;
    start(whole);
    for (int i = 0; i < STEPS; i++)
        model_step(whole);
    for (plan.columns = 1; plan.columns <= team->ranks; plan.columns++)
        if (team->ranks % plan.columns == 0) {
            plan.rows = team->ranks / plan.columns;
            check_algorithms(team, plan, whole);
        }
    plan.columns = team->ranks;
    plan.rows = 1;
    plan.fourier_protocol = plan.legendre_protocol = protocol_get(0);
    check_planted(team, plan, whole);
    check_refusal(team, plan);
    model_free(whole);
    if (team->rank == ROOT)
        printf("1..%d\n", number);
    return team->rank == ROOT && failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
