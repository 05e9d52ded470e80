/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/commands/pstswm/pstswm_print.h"

#include "build.h"
#include "comops/results/results.h"
#include "comops/text/text.h"
#include "pstswm/timing/run_json.h"
#include "topology/bind.h"

#include <jansson.h>
#include <math.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

void pstswm_take(struct pstswm_result *result, const struct timed_run *run,
                 const struct model *model, int steps)
{
    const double ms = run->seconds * 1000 / steps;

    if (result->ms > 0 && result->ms <= ms)
        return;
    *result = (struct pstswm_result){ms, timed_run_mflops(run, model, steps), model->dt, *run};
}

void pstswm_print_head(FILE *out)
{
    fprintf(out, "%-8s %6s  %17s  %17s  %5s  %9s  %9s\n", "", "", "ms a step", "Mflop/s", "",
            "error of", "drift of");
    fprintf(out, "%-8s %6s ", "problem", "dt, s");
    for (int column = 0; column < 2; column++)
        fprintf(out, " %8s %8s ", fft_get(0)->name, fft_get(1)->name);
    fprintf(out, " %5s  %9s  %9s\n", "gain", "depth, l2", "energy");
}

void pstswm_print_number(FILE *out, int width, int decimals, double value)
{
    if (value > 0)
        fprintf(out, " %*.*f", width, decimals, value);
    else
        fprintf(out, " %*s", width, "-");
}

void pstswm_print_row(FILE *out, const char *problem, const struct pstswm_result *results)
{
    const struct pstswm_result *any = &results[results[0].ms > 0 ? 0 : 1];

    fprintf(out, "%-8s %6g ", problem, any->dt);
    for (int i = 0; i < PSTSWM_FFTS; i++)
        pstswm_print_number(out, 8, 4, results[i].ms);
    fputc(' ', out);
    for (int i = 0; i < PSTSWM_FFTS; i++)
        pstswm_print_number(out, 8, 0, results[i].mflops);
    fputc(' ', out);
    pstswm_print_number(out, 5, 2, results[1].ms / (results[0].ms > 0 ? results[0].ms : INFINITY));
    fprintf(out, "  %9.1e  %9.1e\n", any->run.errors.depth.l2, any->run.drift.energy);
    fflush(out);
}

static json_t *record_head(const char *name)
{
    struct utsname system;
    struct timespec now;
    char ended[TEXT_TIME];

    uname(&system);
    clock_gettime(CLOCK_REALTIME, &now);
    return json_pack("{ss ss ss so ss}", "record", name, "schema", RESULTS_SCHEMA, "version",
                     COMOPS_VERSION, "host", results_text(system.nodename), "ended",
                     text_time(ended, now));
}

/* Takes the record. */
static void print_line(FILE *out, json_t *record)
{
    json_dumpf(record, out, JSON_COMPACT);
    fputc('\n', out);
    fflush(out);
    json_decref(record);
}

void pstswm_print_record(FILE *out, const struct timed_run *run, const struct model *model,
                         int steps, int number)
{
    json_t *record = record_head("pstswm");

    json_object_update_new(
        record, json_pack("{ss si sf si sf ss si si si}", "truncation", model->truncation->name,
                          "levels", model->levels, "dt", model->dt, "case", model->test.number,
                          "tilt", model->test.tilt * 180 / acos(-1), "fft", model->fft->kind->name,
                          "steps", steps, "run", number, "pu", bind_last_pu()));
    run_json_add(record, run, timed_run_mflops(run, model, steps));
    print_line(out, record);
}

void pstswm_print_parallel(FILE *out, json_t *measured, int number)
{
    json_t *record = record_head("pstswm_parallel");

    json_object_update(record, measured);
    json_object_set_new(record, "run", json_integer(number));
    json_object_del(record, "failed");
    print_line(out, record);
}
