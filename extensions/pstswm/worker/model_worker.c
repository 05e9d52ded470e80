/* SPDX-License-Identifier: BSD-3-Clause */
/* comops-pstswm-PATH: runs the model on the ranks that PATH/team.c starts, once for each line of a
 * file, and prints a record of each. */
#include "comops/ranks/text/text.h"
#include "comops/ranks/text/usage.h"
#include "comops/ranks/worker/worker.h"
#include "extensions/pstswm/timing/parallel_run.h"
#include "extensions/pstswm/worker/plan_request.h"
#include "topology/bind.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int *pus; /* of each rank; NULL: not pinned */

/* The numbers of a list "0,1,2". */
static int *parse_pus(const char *list)
{
    int *numbers = memory_or_die(calloc(strlen(list) + 1, sizeof *numbers)), count = 0;

    for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        numbers[count++] = atoi(at);
    return numbers;
}

static const struct usage_option options[] = {
    {"list", 'l', NULL, "Print which protocols and collectives this path has, as JSON"},
    {"check", 'c', "FILE", "Print for each line of FILE, as JSON, whether it could be run"},
    {"plans", 'p', "FILE", "Run the model for each line of FILE, words NAME=VALUE"},
    {"ranks", 'n', "N", "Number of ranks, if no launcher sets it"},
    {"pus", 'u', "LIST", "Hardware threads (OS indices) to which the ranks are pinned"},
    {0}};

void worker_parse(struct worker *worker, int argc, char **argv, const char *path)
{
    char summary[128], *program = text_format("comops-pstswm-%s", path);
    const struct usage usage = {program, summary, options};

    snprintf(summary, sizeof summary, "Worley's shallow water model over the path %s.", path);
    *worker = (struct worker){0};
    for (int letter; (letter = usage_next(&usage, argc, argv));)
        switch (letter) {
        case 'l': plan_request_list(); exit(EXIT_SUCCESS);
        case 'c': exit(plan_request_check(optarg) ? EXIT_SUCCESS : EXIT_FAILURE);
        case 'p': worker->batch = optarg; break;
        case 'u': pus = parse_pus(optarg); break;
        case 'n':
            if (!text_parse_ranks(optarg, &worker->ranks))
                usage_error(&usage, "`%s` is not a number of ranks from 1 to %d", optarg,
                            TEXT_RANKS_MOST);
        }
    if (!worker->batch)
        usage_error(&usage, "give --list, or --check or --plans FILE; `comops pstswm` writes it");
    free(program);
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
static void add_seen(struct json *json, const struct team *team)
{
    double *all = memory_or_die(calloc((size_t)team->ranks, sizeof *all));

    team->gather(&(double){bind_last_pu()}, all);
    json_begin_array(json, "pus");
    for (int rank = 0; rank < team->ranks; rank++)
        json_add_integer(json, NULL, (int)all[rank]);
    json_end(json, ']');
    free(all);
}

static bool agree(const struct team *team, bool mine)
{
    return team_largest(team, !mine) == 0;
}

static void add_shares(struct json *json, const double *shares)
{
    json_begin_object(json, "shares");
    json_add_number(json, "computing", shares[COMPUTING]);
    json_add_number(json, "packing", shares[PACKING]);
    json_add_number(json, "rows", shares[IN_ROWS]);
    json_add_number(json, "columns", shares[IN_COLUMNS]);
    json_end(json, '}');
}

/* Adds what was measured. */
static bool run(struct json *json, const struct plan_request *request, const struct team *team)
{
    struct parallel_model parallel;

    if (!agree(team, parallel_open(&parallel, &request->plan, team)))
        return false;
    const struct parallel_run result =
        parallel_run(&parallel, team, request->run.test, request->run.steps);
    const double mflops = timed_run_mflops(&result.run, parallel.model, request->run.steps);

    timed_run_add_json(json, &result.run, result.run.failed ? 0 : mflops);
    add_shares(json, result.shares);
    json_add_integer(json, "block_bytes", (int64_t)parallel_block(&parallel, team));
    add_seen(json, team);
    parallel_close(&parallel, team);
    return true;
}

/* All ranks write the answer, because they measure it together; rank 0 prints it. */
static bool run_line(const char *line, const struct team *team)
{
    static _Thread_local struct words words;
    struct plan_request request;
    char why[256] = "it is no plan";
    struct json_text text;
    struct json *json = json_open_text(&text);
    bool good = true;

    if (words_parse(&words, line) &&
        plan_request_parse(&words, &request, team->ranks, why, sizeof why))
        good = run(json, &request, team);
    else
        json_add_text(json, "refused", why);
    json_add_text(json, "path", team->path);
    json_add_text(json, "runtime", team->runtime);
    char *answer = json_close_text(&text);

    if (team->rank == ROOT && good) {
        puts(answer);
        fflush(stdout);
    } else if (team->rank == ROOT) {
        text_say("no memory for the messages of %s", line);
    }
    free(answer);
    return good;
}

/* Rank 0 alone reads: the plans may come through a pipe. */
static bool next_line(FILE *plans, const struct team *team, char line[WORDS_LINE_MOST])
{
    if (team->rank == ROOT && !fgets(line, WORDS_LINE_MOST, plans))
        line[0] = '\0';
    team->share(line, WORDS_LINE_MOST);
    return line[0];
}

int worker_serve(const struct worker *worker, const struct team *team)
{
    FILE *plans = team->rank == ROOT ? fopen(worker->batch, "r") : NULL;
    char line[WORDS_LINE_MOST];
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
