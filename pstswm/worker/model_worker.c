/* SPDX-License-Identifier: BSD-3-Clause */
/* comops-pstswm-PATH: runs the model on the ranks that PATH/team.c starts, once for each line of a
 * file, and prints a record of each. */
#include "comops/text/text.h"
#include "comops/worker/worker.h"
#include "pstswm/worker/plan_json.h"
#include "topology/bind.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MOST = 4096 };

static int *pus; /* of each rank; NULL: not pinned */

static const struct argp_option options[] = {
    {"list", 'l', NULL, 0, "Print which protocols and collectives this path has, as JSON", 0},
    {"plans", 'p', "FILE", 0, "Run the model for each line of FILE, a JSON object", 0},
    {"ranks", 'n', "N", 0, "Number of ranks, if no launcher sets it", 0},
    {"pus", 'u', "LIST", 0, "Hardware threads (OS indices) to which the ranks are pinned", 0},
    {0}};

/* The numbers of a list "0,1,2". */
static int *parse_pus(const char *list)
{
    int *numbers = memory_or_die(calloc(strlen(list) + 1, sizeof *numbers)), count = 0;

    for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        numbers[count++] = atoi(at);
    return numbers;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct worker *worker = state->input;

    switch (key) {
    case 'l': plan_json_list(); exit(EXIT_SUCCESS);
    case 'p': worker->batch = argument; return 0;
    case 'u': pus = parse_pus(argument); return 0;
    case 'n':
        if (!text_parse_ranks(argument, &worker->ranks))
            argp_error(state, "`%s` is not a number of ranks from 1 to %d", argument,
                       TEXT_RANKS_MOST);
        return 0;
    case ARGP_KEY_END:
        if (!worker->batch)
            argp_error(state, "give --list or --plans FILE; `comops pstswm` writes the file");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

void worker_parse(struct worker *worker, int argc, char **argv, const char *path)
{
    char doc[128];

    snprintf(doc, sizeof doc, "Worley's shallow water model over the path %s.", path);
    const struct argp argp = {.options = options, .parser = parse, .doc = doc};

    argp_err_exit_status = 2;
    *worker = (struct worker){0};
    argp_parse(&argp, argc, argv, 0, NULL, worker);
}

/* False, after saying why, if this rank cannot be where it should. */
static bool pin(const struct team *team)
{
    char why[512];
    bool good = true;

    if (!pus)
        return true;
    if (team->rank == ROOT || !team->shares_memory)
        good = bind_open(why, sizeof why);
    team->meet(); /* the topology is loaded before any rank binds */
    good = good && bind_self(pus[team->rank], why, sizeof why);
    if (!good)
        text_say("rank %d: %s", team->rank, why);
    return good;
}

/* The hardware threads where the ranks were last seen. */
static json_t *seen(const struct team *team)
{
    double *all = memory_or_die(calloc((size_t)team->ranks, sizeof *all));
    json_t *list = json_array();

    team->gather(&(double){bind_last_pu()}, all);
    for (int rank = 0; rank < team->ranks; rank++)
        json_array_append_new(list, json_integer((int)all[rank]));
    free(all);
    return list;
}

static bool agree(const struct team *team, bool mine)
{
    double *all = memory_or_die(calloc((size_t)team->ranks, sizeof *all));
    bool good = true;

    team->gather(&(double){mine}, all);
    for (int rank = 0; rank < team->ranks; rank++)
        good = good && all[rank] != 0;
    free(all);
    return good;
}

/* Adds to the record what was measured. */
static bool run(json_t *record, const struct plan_request *request, const struct team *team)
{
    struct parallel_model parallel;

    if (!agree(team, parallel_open(&parallel, &request->plan, team)))
        return false;
    const struct parallel_run result = parallel_run(&parallel, team, request->test, request->steps);
    const double mflops = timed_run_mflops(&result.run, parallel.model, request->steps);

    plan_json_add(record, &result, result.run.failed ? 0 : mflops);
    json_object_set_new(record, "block_bytes",
                        json_integer((json_int_t)parallel_block(&parallel, team)));
    json_object_set_new(record, "pus", seen(team));
    parallel_close(&parallel, team);
    return true;
}

static bool run_line(const char *line, const struct team *team)
{
    json_t *record = json_loads(line, 0, NULL);
    struct plan_request request;
    char why[256] = "";
    bool good = true;

    if (plan_json_parse(record, &request, team->ranks, why, sizeof why))
        good = run(record, &request, team);
    else
        json_object_set_new(record, "refused", json_string(why));
    json_object_set_new(record, "path", json_string(team->path));
    json_object_set_new(record, "runtime", json_string(team->runtime));
    if (team->rank == ROOT && good) {
        json_dumpf(record, stdout, JSON_COMPACT);
        putchar('\n');
        fflush(stdout);
    } else if (team->rank == ROOT) {
        text_say("no memory for the messages of %s", line);
    }
    json_decref(record);
    return good;
}

/* Rank 0 alone reads: the plans may come through a pipe. */
static bool next_line(FILE *plans, const struct team *team, char line[LINE_MOST])
{
    if (team->rank == ROOT && !fgets(line, LINE_MOST, plans))
        line[0] = '\0';
    team->share(line, LINE_MOST);
    return line[0];
}

int worker_serve(const struct worker *worker, const struct team *team)
{
    FILE *plans = team->rank == ROOT ? fopen(worker->batch, "r") : NULL;
    char line[LINE_MOST];
    bool good = agree(team, plans || team->rank != ROOT);

    if (!good && team->rank == ROOT)
        text_say("cannot read %s", worker->batch);
    good = good && agree(team, pin(team));
    while (good && next_line(plans, team, line))
        good = run_line(line, team);
    if (plans)
        fclose(plans);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
