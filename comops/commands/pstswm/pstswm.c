/* SPDX-License-Identifier: BSD-3-Clause */
/* `comops pstswm`: Worley's model; the options of his experiments A to E. */
#include "comops/commands/command.h"
#include "comops/commands/pstswm/pstswm_plans.h"
#include "comops/commands/pstswm/pstswm_serial.h"
#include "comops/plan/names.h"
#include "comops/text/arguments.h"
#include "comops/text/text.h"
#include "pstswm/transforms/fft.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASE = 256, TILT, PATHS, MESH, OVERSUBSCRIBE };
enum { STEPS_MOST = 1000000, RUNS_MOST = 1000, RUNS_DEFAULT = 3 };

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
        arguments_error(state, "`%s` is not a mesh; write 4x2 for 4 columns and 2 rows of ranks",
                        text);
}

static void set_experiment(struct request *request, const char *name, struct argp_state *state)
{
    if (strlen(name) != 1 || !strchr("ABCDE", *name))
        arguments_error(state,
                        "there is no experiment `%s`; there are A (serial), B (SWAP), C and D (one "
                        "transform in parallel) and E (full simulation)",
                        name);
    request->experiment = *name;
}

/* Whether there are options of the model, which experiment B does not run. */
static bool has_model_options(const struct request *request)
{
    return request->ffts || request->run.problems || request->run.ranks || request->run.columns ||
           request->run.steps || request->run.runs || request->run.dt > 0 ||
           request->run.test.number != 2 || request->run.test.tilt != 0;
}

/* Refuses options that the experiment does not use. */
static void check(const struct request *request, struct argp_state *state)
{
    const bool serial = request->experiment == 'A';

    if (request->experiment == 'B' && has_model_options(request))
        argp_error(state, "experiment B is SWAP between two ranks, without the model; it has "
                          "--paths, --oversubscribe and --json");
    if (request->run.test.number == 6 && request->run.test.tilt != 0)
        argp_error(state, "--tilt is for case 2 only");
    if (serial && (request->run.ranks || request->run.columns || request->run.paths))
        argp_error(state, "experiment A runs on one core; --ranks, --mesh and --paths are for the "
                          "others");
    if (!serial && request->ffts)
        argp_error(state, "--fft is for experiment A; the others use our own FFT");
    if (request->run.columns && request->experiment != 'E')
        argp_error(state, "--mesh is for experiment E; C and D use P x 1 and 1 x P");
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
     "Worley's experiment: A, serial (default); B, SWAP; C and D, one transform in parallel, by "
     "all algorithms and protocols; E, the full simulation",
     0},
    {"ranks", 'n', "N", 0, "Number of ranks, for C, D and E (default: one per core)", 0},
    {"mesh", MESH, "PXxPY", 0,
     "Columns and rows of ranks, for E (default: the squarest mesh and its transpose)", 0},
    {"paths", PATHS, "LIST", 0, "Paths of B to E: threads, mpi, shmem (default: all)", 0},
    {"oversubscribe", OVERSUBSCRIBE, 0, 0, "Allow more ranks than cores", 0},
    {"problems", 'p', "LIST", 0,
     "Truncations and levels (default for A: T42L1,T42L16,T85L1,T85L16,T170L1)", 0},
    {"fft", 'f', "LIST", 0, "FFTs: fftw (the library), blocked (our own); default: both", 0},
    {"steps", 's', "N", 0,
     "Steps per run (default for A: 241 and 481 up to T42, 49 and 97 above; for E: 5 days)", 0},
    {"runs", 'r', "N", 0, "Repeat each run N times; the fastest counts (default: 3)", 0},
    {"dt", 'd', "SECONDS", 0, "Time step (default: that of the truncation, as the table shows)", 0},
    {"case", CASE, "N", 0, "Case of the standard test set: 2, steady flow (default); 6, a wave", 0},
    {"tilt", TILT, "DEGREES", 0,
     "Angle between the axes of the flow and of the grid in case 2 (default: 0)", 0},
    {"json", 'j', 0, 0, "Print a record of each run, or the results file of B, as JSON Lines", 0},
    {0}};

int command_pstswm(int argc, char **argv)
{
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .doc = "Runs Worley's parallel spectral transform shallow water model (PSTSWM, 1999), on "
               "one core or on several ranks, over threads, MPI and OpenSHMEM."};
    struct request request = {.run = {.test = {2, 0}}, .experiment = 'A'};
    int status;

    arguments_parse(&argp, argc, argv, 0, &request);
    if (!request.run.runs)
        request.run.runs = RUNS_DEFAULT;
    switch (request.experiment) {
    case 'A': status = pstswm_serial(&request.run, request.ffts); break;
    case 'B': status = pstswm_swap(&request.run); break;
    case 'E': status = pstswm_full(&request.run); break;
    default: status = pstswm_sets(&request.run);
    }
    text_list_free(request.run.problems);
    text_list_free(request.run.paths);
    text_list_free(request.ffts);
    return status;
}
