/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/pstswm/timing/timed_run.h"

#include "comops/ranks/arena/clock.h"
#include "comops/ranks/text/text.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

bool run_request_parse(const struct words *words, struct run_request *request)
{
    int64_t levels = 0, number = 0, steps = 0;
    double dt = 0, tilt = NAN;
    const bool good = words_integer(words, "levels", 1, INT_MAX, &levels) &&
                      words_integer(words, "case", 1, INT_MAX, &number) &&
                      words_integer(words, "steps", 1, INT_MAX, &steps) &&
                      words_number(words, "dt", &dt) && words_number(words, "tilt", &tilt);

    *request = (struct run_request){.truncation =
                                        truncation_find(words_text(words, "truncation", "")),
                                    .levels = (int)levels,
                                    .steps = (int)steps,
                                    .dt = dt,
                                    .test = {(int)number, tilt * acos(-1) / 180}};
    return good && request->truncation && levels && number && steps && dt > 0 && !isnan(tilt);
}

static void take_larger(struct norms *norms, struct norms other)
{
    *norms = (struct norms){fmax(norms->l1, other.l1), fmax(norms->l2, other.l2),
                            fmax(norms->linf, other.linf)};
}

static double farther(double drift, double now, double start)
{
    const double other = now / start - 1;

    return fabs(other) > fabs(drift) ? other : drift;
}

void timed_run_judge(struct timed_run *run, const struct part_norms *end, struct invariants start)
{
    const struct model_errors errors = part_errors(end);
    const struct invariants now = end->invariants;
    const bool first = !run->greatest_depth;

    run->least_depth = first ? -end->range[0] : fmin(run->least_depth, -end->range[0]);
    run->greatest_depth = first ? end->range[1] : fmax(run->greatest_depth, end->range[1]);
    take_larger(&run->errors.depth, errors.depth);
    take_larger(&run->errors.wind, errors.wind);
    run->drift.mass = farther(run->drift.mass, now.mass, start.mass);
    run->drift.energy = farther(run->drift.energy, now.energy, start.energy);
    run->drift.enstrophy = farther(run->drift.enstrophy, now.enstrophy, start.enstrophy);
}

double shortest_of(const double *us, int steps)
{
    double shortest = us[0];

    for (int step = 1; step < steps; step++)
        shortest = fmin(shortest, us[step]);
    return shortest;
}

/* The time of each step in `us`; which one blew up, or 0. */
static int run_steps(struct model *model, int steps, double *us)
{
    uint64_t last = clock_now();

    for (int i = 0; i < steps; i++) {
        if (!model_step(model))
            return i + 1;
        const uint64_t now = clock_now();

        us[i] = (double)(now - last) / 1000;
        last = now;
    }
    return 0;
}

struct timed_run timed_run(struct model *model, struct test_case test, int steps)
{
    struct timed_run run = {};
    double *us = memory_or_die(calloc((size_t)steps, sizeof *us));

    model_start(model, test);
    model_step(model);
    model_start(model, test);
    const struct invariants start = part_norms(model, 0).invariants;
    const uint64_t begin = clock_now();

    run.failed = run_steps(model, steps, us);
    run.seconds = clock_since(begin);
    if (!run.failed) {
        run.shortest_us = shortest_of(us, steps);
        for (int level = 0; level < model->levels; level++) {
            const struct part_norms end = part_norms(model, level);

            timed_run_judge(&run, &end, start);
        }
    }
    free(us);
    return run;
}

double timed_run_mflops(const struct timed_run *run, const struct model *model, int steps)
{
    return model->truncation->flops * model->levels * steps / run->seconds / 1e6;
}

static void add_norms(struct json *json, const char *name, struct norms norms)
{
    json_begin_object(json, name);
    json_add_number(json, "l1", norms.l1);
    json_add_number(json, "l2", norms.l2);
    json_add_number(json, "linf", norms.linf);
    json_end(json, '}');
}

void timed_run_add_json(struct json *json, const struct timed_run *run, double mflops)
{
    json_add_number(json, "seconds", run->seconds);
    json_add_number(json, "step_min_us", run->shortest_us);
    json_add_number(json, "mflops", mflops > 0 ? mflops : NAN);
    json_begin_object(json, "depth_m");
    json_add_number(json, "least", run->least_depth);
    json_add_number(json, "greatest", run->greatest_depth);
    json_end(json, '}');
    json_begin_object(json, "errors");
    add_norms(json, "depth", run->errors.depth);
    add_norms(json, "wind", run->errors.wind);
    json_end(json, '}');
    json_begin_object(json, "drift");
    json_add_number(json, "mass", run->drift.mass);
    json_add_number(json, "energy", run->drift.energy);
    json_add_number(json, "enstrophy", run->drift.enstrophy);
    json_end(json, '}');
    if (run->failed)
        json_add_integer(json, "failed", run->failed);
    else
        json_add_text(json, "failed", NULL);
}
