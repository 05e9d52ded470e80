/* SPDX-License-Identifier: BSD-3-Clause */
/* `comops pstswm`: Worley's model; his experiments A (here), C, D and E. */
#include "comops/commands/command.h"
#include "comops/commands/pstswm/pstswm_plans.h"
#include "comops/commands/pstswm/pstswm_print.h"
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

enum { CASE = 256, TILT, PATHS, MESH, OVERSUBSCRIBE, STEPS_MOST = 1000000, RUNS_MOST = 1000 };

/* Of experiment A. */
static const char problems_printed[] = "T42L1,T42L16,T85L1,T85L16,T170L1";

struct request {
    struct parallel_request run;
    char experiment; /* 'A' to 'E' */
    char **ffts;     /* of A; NULL: all that this build has */
};

static void set_problems(struct request *request, const char *list, struct argp_state *state)
{
    int levels;
    char *why = NULL;

    text_list_free(request->run.problems);
    request->run.problems = text_list(list);
    if (!*request->run.problems)
        argp_error(state, "--problems names no problem");
    for (char **word = request->run.problems; *word; word++)
        if (!pstswm_problem(*word, &levels, &why))
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
    request->run.test.number = *number - '0';
}

static void set_mesh(struct request *request, const char *text, struct argp_state *state)
{
    int end = 0;

    if (sscanf(text, "%4dx%4d%n", &request->run.columns, &request->run.rows, &end) != 2 ||
        text[end] || request->run.columns < 1 || request->run.rows < 1)
        arguments_error(state, "`%s` is no mesh; one of 4 columns and 2 rows of ranks is 4x2",
                        text);
}

static void set_experiment(struct request *request, const char *name, struct argp_state *state)
{
    if (strlen(name) != 1 || !strchr("ACDE", *name))
        arguments_error(state,
                        "experiment `%s` is not included; A (serial), C and D (one transform in "
                        "parallel) and E (full simulation) are; B is `comops run -p swap`",
                        name);
    request->experiment = *name;
}

/* What is of no use to the experiment. */
static void check(const struct request *request, struct argp_state *state)
{
    const bool serial = request->experiment == 'A';

    if (request->run.test.number == 6 && request->run.test.tilt != 0)
        argp_error(state, "--tilt is for case 2 only");
    if (serial && (request->run.ranks || request->run.columns || request->run.paths))
        argp_error(state, "experiment A runs on one core; --ranks, --mesh and --paths are for C, D "
                          "and E");
    if (!serial && request->ffts)
        argp_error(state, "--fft is for experiment A; the others transform by our own");
    if (request->run.columns && request->experiment != 'E')
        argp_error(state, "--mesh is for experiment E; C and D have theirs");
    if (request->run.columns && request->run.ranks &&
        request->run.columns * request->run.rows != request->run.ranks)
        argp_error(state, "a mesh of %dx%d has %d ranks, not %d", request->run.columns,
                   request->run.rows, request->run.columns * request->run.rows, request->run.ranks);
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct request *request = state->input;

    switch (key) {
    case 'p': set_problems(request, argument, state); return 0;
    case 'f': set_ffts(request, argument, state); return 0;
    case 's': request->run.steps = parse_count(argument, "steps", STEPS_MOST, state); return 0;
    case 'r': request->run.runs = parse_count(argument, "runs", RUNS_MOST, state); return 0;
    case 'd':
        request->run.dt = parse_real(argument, "a number of seconds", 1, 86400, state);
        return 0;
    case TILT:
        request->run.test.tilt =
            parse_real(argument, "an angle in degrees", -180, 180, state) * acos(-1) / 180;
        return 0;
    case CASE: set_case(request, argument, state); return 0;
    case 'j': request->run.json = true; return 0;
    case 'e': set_experiment(request, argument, state); return 0;
    case 'n': request->run.ranks = parse_count(argument, "ranks", TEXT_RANKS_MOST, state); return 0;
    case PATHS: request->run.paths = text_list(argument); return 0;
    case MESH: set_mesh(request, argument, state); return 0;
    case OVERSUBSCRIBE: request->run.oversubscribe = true; return 0;
    case ARGP_KEY_END: check(request, state); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"experiment", 'e', "LETTER", 0,
     "Of the paper: A, serial (default); C and D, one of the transforms in parallel, by all "
     "algorithms and protocols; E, the full simulation",
     0},
    {"ranks", 'n', "N", 0, "Of C, D and E (default: one per core)", 0},
    {"mesh", MESH, "PXxPY", 0,
     "Of E: columns and rows of ranks (default: the squarest, and that turned)", 0},
    {"paths", PATHS, "LIST", 0, "Of C, D and E: threads, mpi, shmem (default: all)", 0},
    {"oversubscribe", OVERSUBSCRIBE, 0, 0, "Allow more ranks than cores", 0},
    {"problems", 'p', "LIST", 0,
     "Truncations and levels (default of A: T42L1,T42L16,T85L1,T85L16,T170L1)", 0},
    {"fft", 'f', "LIST", 0, "fftw, a library; blocked, our own (default: both)", 0},
    {"steps", 's', "N", 0,
     "Steps of a run (default of A: 241 and 481 up to T42, 49 and 97 above; of E: 5 days)", 0},
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
    const struct truncation *truncation = pstswm_problem(problem, &levels, NULL);
    const double dt = request->run.dt > 0 ? request->run.dt : truncation->dt;
    struct model *model = model_create(truncation, levels, dt, fft);

    for (int count = 0; count < (request->run.steps ? 1 : 2) && status == EXIT_SUCCESS; count++)
        for (int i = 0; i < request->run.runs && status == EXIT_SUCCESS; i++) {
            const int steps = request->run.steps ? request->run.steps : truncation->steps[count];
            const struct timed_run run = timed_run(model, request->run.test, steps);

            if (run.failed) {
                text_say("%s blew up in step %d of %d: its numbers are no longer finite; --dt "
                         "takes a time step shorter than %g seconds",
                         problem, run.failed, steps, dt);
                status = EXIT_USAGE;
            } else {
                pstswm_take(result, &run, model, steps);
                if (request->run.json)
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
    if (status == EXIT_SUCCESS && !request->run.json)
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

/* Experiment A. */
static int measure_serial(struct request *request)
{
    if (!request->run.problems)
        request->run.problems = text_list(problems_printed);
    if (!has_ffts(request))
        return EXIT_NOTHING;
    if (!request->run.json)
        pstswm_print_head(stdout);
    stay();
    for (char **problem = request->run.problems; *problem; problem++) {
        const int status = measure_problem(request, *problem);

        if (status != EXIT_SUCCESS)
            return status;
    }
    return EXIT_SUCCESS;
}

int command_pstswm(int argc, char **argv)
{
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .doc = "Runs Worley's parallel spectral transform shallow water model (PSTSWM, 1999), on "
               "one core or on several ranks, over threads, MPI and OpenSHMEM."};
    struct request request = {.run = {.test = {2, 0}, .runs = 3}, .experiment = 'A'};
    int status;

    arguments_parse(&argp, argc, argv, 0, &request);
    switch (request.experiment) {
    case 'A': status = measure_serial(&request); break;
    case 'E': status = pstswm_full(&request.run); break;
    default: status = pstswm_sets(&request.run);
    }
    text_list_free(request.run.problems);
    text_list_free(request.run.paths);
    text_list_free(request.ffts);
    return status;
}
