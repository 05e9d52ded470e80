/* SPDX-License-Identifier: BSD-3-Clause */
/* `comops pstswm`: Worley's model on one core, experiment A of his paper unless told otherwise. */
#include "comops/commands/command.h"
#include "comops/commands/pstswm_print.h"
#include "comops/plan/names.h"
#include "comops/run/campaign.h"
#include "comops/text/arguments.h"
#include "comops/text/text.h"
#include "pstswm/timing/timed_run.h"
#include "topology/bind.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASE = 256, TILT, LEVELS_MOST = 100, STEPS_MOST = 1000000, RUNS_MOST = 1000 };

/* Experiment A. */
static const char problems_printed[] = "T42L1,T42L16,T85L1,T85L16,T170L1";

struct request {
    char **problems, **ffts; /* of ffts NULL: all that this build has */
    struct test_case test;
    double dt; /* 0: each truncation's own */
    int steps; /* 0: as printed */
    int runs;
    bool json;
};

/* "T42L16": the truncation and the number of levels. NULL if it is none, with *why, which the
 * caller frees. */
static const struct truncation *parse_problem(const char *word, int *levels, char **why)
{
    const char *after = strchr(word, 'L');
    char *name = after ? strndup(word, (size_t)(after - word)) : text_copy(word);
    const struct truncation *truncation = truncation_find(name);
    int64_t number = 1;

    if (!truncation)
        *why =
            text_format("there is no truncation `%s`; there are T10, T21, T42, T85 and T170", name);
    else if (after && !text_parse_number(after + 1, 1, LEVELS_MOST, &number)) {
        *why = text_format("`%s`: levels are L1 to L%d, as in T42L16", word, LEVELS_MOST);
        truncation = NULL;
    }
    *levels = (int)number;
    free(name);
    return truncation;
}

static void set_problems(struct request *request, const char *list, struct argp_state *state)
{
    int levels;
    char *why = NULL;

    text_list_free(request->problems);
    request->problems = text_list(list);
    if (!*request->problems)
        argp_error(state, "--problems names no problem");
    for (char **word = request->problems; *word; word++)
        if (!parse_problem(*word, &levels, &why))
            arguments_error(state, "%s", why);
}

static void set_ffts(struct request *request, const char *list, struct argp_state *state)
{
    static char *const known[] = {"fftw", "blocked", NULL};

    text_list_free(request->ffts);
    request->ffts = text_list(list);
    if (!*request->ffts)
        argp_error(state, "--fft names no FFT");
    for (char **word = request->ffts; *word; word++)
        if (!fft_find(*word))
            arguments_error(state, "%s", names_refusal("FFT", *word, known));
}

static double parse_real(const char *text, const char *what, double least, double most,
                         struct argp_state *state)
{
    char *end;
    const double value = strtod(text, &end);

    if (end == text || *end || !(value >= least && value <= most))
        arguments_error(state, "`%s` is not %s from %g to %g", text, what, least, most);
    return value;
}

static int parse_count(const char *text, const char *what, int most, struct argp_state *state)
{
    int64_t number = 1;

    if (!text_parse_number(text, 1, most, &number))
        arguments_error(state, "`%s` is not a number of %s from 1 to %d", text, what, most);
    return (int)number;
}

static void set_case(struct request *request, const char *number, struct argp_state *state)
{
    if (strcmp(number, "2") != 0 && strcmp(number, "6") != 0)
        arguments_error(state, "case `%s` is not included; cases 2 and 6 are", number);
    request->test.number = *number - '0';
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct request *request = state->input;

    switch (key) {
    case 'p': set_problems(request, argument, state); return 0;
    case 'f': set_ffts(request, argument, state); return 0;
    case 's': request->steps = parse_count(argument, "steps", STEPS_MOST, state); return 0;
    case 'r': request->runs = parse_count(argument, "runs", RUNS_MOST, state); return 0;
    case 'd': request->dt = parse_real(argument, "a number of seconds", 1, 86400, state); return 0;
    case TILT:
        request->test.tilt =
            parse_real(argument, "an angle in degrees", -180, 180, state) * acos(-1) / 180;
        return 0;
    case CASE: set_case(request, argument, state); return 0;
    case 'j': request->json = true; return 0;
    case ARGP_KEY_END:
        if (request->test.number == 6 && request->test.tilt != 0)
            argp_error(state, "--tilt is for case 2 only");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"problems", 'p', "LIST", 0,
     "Truncations and levels (default: T42L1,T42L16,T85L1,T85L16,T170L1)", 0},
    {"fft", 'f', "LIST", 0, "fftw, a library; blocked, our own (default: both)", 0},
    {"steps", 's', "N", 0, "Steps of a run (default: 241 and 481 up to T42, 49 and 97 above)", 0},
    {"runs", 'r', "N", 0, "Repeat each run N times; the fastest counts (default: 3)", 0},
    {"dt", 'd', "SECONDS", 0, "Time step (default: that of the truncation, as the table shows)", 0},
    {"case", CASE, "N", 0, "Of the standard test set: 2, steady flow (default); 6, a wave", 0},
    {"tilt", TILT, "DEGREES", 0,
     "Angle between the axes of the flow and of the grid in case 2 (default: 0)", 0},
    {"json", 'j', 0, 0, "Print a record of each run as JSON Lines", 0},
    {0}};

/* All runs of a problem with one FFT; the exit status. */
static int measure(struct pstswm_result *result, const struct request *request, const char *problem,
                   const struct fft_kind *fft)
{
    int levels, status = EXIT_SUCCESS;
    const struct truncation *truncation = parse_problem(problem, &levels, NULL);
    const double dt = request->dt > 0 ? request->dt : truncation->dt;
    struct model *model = model_create(truncation, levels, dt, fft);

    for (int count = 0; count < (request->steps ? 1 : 2) && status == EXIT_SUCCESS; count++)
        for (int i = 0; i < request->runs && status == EXIT_SUCCESS; i++) {
            const int steps = request->steps ? request->steps : truncation->steps[count];
            const struct timed_run run = timed_run(model, request->test, steps);

            if (run.failed) {
                text_say("%s blew up in step %d of %d: its numbers are no longer finite; --dt "
                         "takes a time step shorter than %g seconds",
                         problem, run.failed, steps, dt);
                status = EXIT_USAGE;
            } else {
                pstswm_take(result, &run, model, steps);
                if (request->json)
                    pstswm_print_record(stdout, &run, model, steps, i + 1);
            }
        }
    model_free(model);
    return status;
}

static bool is_wanted(const struct request *request, const struct fft_kind *fft)
{
    return request->ffts ? text_list_has(request->ffts, fft->name) : !fft->absent;
}

static int measure_problem(const struct request *request, const char *problem)
{
    struct pstswm_result results[PSTSWM_FFTS] = {};
    int status = EXIT_SUCCESS;

    for (int i = 0; i < PSTSWM_FFTS && status == EXIT_SUCCESS; i++)
        if (is_wanted(request, fft_get(i)))
            status = measure(&results[i], request, problem, fft_get(i));
    if (status == EXIT_SUCCESS && !request->json)
        pstswm_print_row(stdout, problem, results);
    return status;
}

/* False if an FFT was asked for that this build lacks; where none was, it is only noted. */
static bool has_ffts(const struct request *request)
{
    for (int i = 0; i < PSTSWM_FFTS; i++) {
        const struct fft_kind *fft = fft_get(i);

        if (fft->absent && request->ffts && is_wanted(request, fft)) {
            text_say("--fft %s: %s", fft->name, fft->absent);
            return false;
        }
        if (fft->absent)
            text_note("no column %s: %s", fft->name, fft->absent);
    }
    return true;
}

/* On one core from now on, if that is possible. */
static void stay(void)
{
    char why[512];

    if (!bind_open(why, sizeof why) || !bind_self(bind_last_pu(), why, sizeof why))
        text_note("not pinned: %s", why);
    bind_close();
}

int command_pstswm(int argc, char **argv)
{
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .doc = "Runs Worley's parallel spectral transform shallow water model (PSTSWM, 1999) on "
               "one core: his serial rates, with the FFT of a library and with our own."};
    struct request request = {.test = {2, 0}, .runs = 3, .problems = text_list(problems_printed)};
    int status = EXIT_SUCCESS;

    arguments_parse(&argp, argc, argv, 0, &request);
    if (!has_ffts(&request))
        status = EXIT_NOTHING;
    if (status == EXIT_SUCCESS && !request.json)
        pstswm_print_head(stdout);
    stay();
    for (char **problem = request.problems; *problem && status == EXIT_SUCCESS; problem++)
        status = measure_problem(&request, *problem);
    text_list_free(request.problems);
    text_list_free(request.ffts);
    return status;
}
