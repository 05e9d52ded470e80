/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/campaign.h"

#include "comops/environment.h"
#include "comops/measure.h"
#include "comops/progress.h"
#include "comops/record.h"
#include "comops/table.h"
#include "comops/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { WHY = CELL_TEXT };

struct campaign {
    struct options *options;
    struct machine *machine;
    struct path *paths;
    int path_count;
    struct plan plan;
    struct launcher *launcher;
    struct results results;
    json_t *done;          /* keys of cells an earlier run has measured */
    struct table *tables;  /* of the plan */
    struct progress progress;
    struct clock_quality clock;
    uint64_t random;
    bool lost; /* something was measured wrong or not at all */
};

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
    va_list arguments;

    fputs("comops: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

static void print_notes(const struct plan *plan)
{
    for (size_t i = 0; i < plan->note_count; i++)
        say("%s", plan->notes[i]);
}

/* A path that is installed, or was asked for by name, and cannot be had: something is lost. */
static bool path_lost(const struct campaign *campaign)
{
    for (int i = 0; i < campaign->path_count; i++) {
        const struct path *path = &campaign->paths[i];
        bool asked = false;

        for (char **name = campaign->options->paths; name && *name; name++)
            asked = asked || strcmp(*name, path->label) == 0;
        if (path->missing && (asked || (path->program && !campaign->options->paths)))
            return true;
    }
    return false;
}

static double planned_seconds(const struct campaign *campaign)
{
    return campaign->options->budget > 0
               ? campaign->options->budget
               : plan_table_seconds(campaign->options) * campaign->plan.tables;
}

static void print_plan(const struct campaign *campaign)
{
    const struct plan *plan = &campaign->plan;

    for (size_t i = 0; i < plan->count; i++)
        for (int j = 0; j < plan->groups[i].count; j++) {
            const struct group *group = &plan->groups[i];
            const struct candidate *candidate = &group->candidates[j];

            if (campaign->options->json)
                printf("{\"pattern\":\"%s\",\"path\":\"%s\",\"protocol\":\"%s\",\"ranks\":%d,"
                       "\"bytes\":%zu,\"placement\":\"%s\",\"buffers\":\"%s\"}\n",
                       group->pattern->name, candidate->path->label, candidate->offer->protocol,
                       group->ranks, group->bytes, group->placement->name,
                       group->rewrite ? "rewrite" : "reuse");
            else
                printf("%-12s %-8s %-10s %3d ranks %10zu bytes  %-9s %s\n", group->pattern->name,
                       candidate->path->label, candidate->offer->protocol, group->ranks,
                       group->bytes, group->placement->name, group->rewrite ? "rewrite" : "reuse");
        }
    say("%zu cells in %d tables, about %.0f s, seed %llu", plan->cells, plan->tables,
        planned_seconds(campaign), (unsigned long long)campaign->options->seed);
}

static int ranks_most(const struct plan *plan)
{
    int most = 1;

    for (size_t i = 0; i < plan->count; i++)
        most = plan->groups[i].ranks > most ? plan->groups[i].ranks : most;
    return most;
}

/* Starts every worker the plan needs; a path whose worker does not come up is missing from now on.
 * *runtimes receives what each path's runtime says of itself. False if interrupted. */
static bool start_workers(struct campaign *campaign, json_t *runtimes, bool *dropped)
{
    const struct plan *plan = &campaign->plan;
    char why[WHY];

    *dropped = false;
    for (size_t i = 0; i < plan->count; i++)
        for (int j = 0; j < plan->groups[i].count; j++) {
            struct path *path = (struct path *)plan->groups[i].candidates[j].path;
            struct worker_process *worker;

            if (path->missing)
                continue;
            worker = launcher_worker(campaign->launcher, path, plan->groups[i].ranks,
                                     plan->groups[i].placement->oversubscribed, why, sizeof why);
            if (worker) {
                json_object_set_new(runtimes, path->label, json_string(worker_runtime(worker)));
                continue;
            }
            if (launcher_interrupted(campaign->launcher))
                return false;
            path->missing = memory_or_die(strdup(why));
            campaign->lost = true;
            *dropped = true;
        }
    return true;
}

static json_t *words(char *const *list)
{
    json_t *array = json_array();

    for (; *list; list++)
        json_array_append_new(array, json_string(*list));
    return array;
}

static json_t *campaign_record(const struct campaign *campaign, json_t *runtimes)
{
    json_t *record =
        environment_record(campaign->options, campaign->machine, &campaign->clock);
    json_t *launchers = json_object();

    for (int i = 0; i < campaign->path_count; i++)
        if (campaign->paths[i].launcher_version)
            json_object_set_new(launchers, campaign->paths[i].label,
                                json_pack("{so ss}", "command", words(campaign->paths[i].launcher),
                                          "version", campaign->paths[i].launcher_version));
    json_object_set(record, "runtimes", runtimes);
    json_object_set_new(record, "launchers", launchers);
    return record;
}

static bool append(struct campaign *campaign, json_t *record)
{
    char why[WHY];

    if (!record || results_append(&campaign->results, record, why, sizeof why))
        return true;
    progress_clear(&campaign->progress);
    say("%s; what was measured before is kept", why);
    campaign->lost = true;
    return false;
}

static bool record_group(struct campaign *campaign, const struct group *group,
                         const struct cell *cells)
{
    for (int i = 0; i < group->count; i++) {
        if (!append(campaign, cell_record(&cells[i], group->pattern)))
            return false;
        if (cell_valid(&cells[i]))
            continue;
        progress_clear(&campaign->progress);
        say("%s over %s/%s, %zu bytes: %s", cells[i].pattern, cells[i].path, cells[i].protocol,
            cells[i].bytes, cells[i].error);
        campaign->lost = true;
    }
    for (int i = 0; i < group->count; i++)
        for (int j = i + 1; j < group->count; j++)
            if (cell_valid(&cells[i]) && cell_valid(&cells[j]) &&
                !append(campaign, cell_pair_record(&cells[i], &cells[j])))
                return false;
    return true;
}

/* True if an earlier run has all cells of this group: their turns cannot be mixed with new ones. */
static bool already_done(const struct campaign *campaign, const struct group *group)
{
    bool all = campaign->done;

    for (int i = 0; i < group->count && all; i++) {
        json_t *cell = json_pack(
            "{ss ss ss ss si sI ss ss}", "pattern", group->pattern->name, "path",
            group->candidates[i].path->label, "protocol", group->candidates[i].offer->protocol,
            "placement", group->placement->name, "ranks", group->ranks, "bytes",
            (json_int_t)group->bytes, "buffers", group->rewrite ? "rewrite" : "reuse", "method",
            campaign->options->method);
        char *key = results_key(cell);

        all = json_object_get(campaign->done, key);
        free(key);
        json_decref(cell);
    }
    return all;
}

static bool measure_one(struct campaign *campaign, const struct group *group, double seconds)
{
    const struct measure measure = {.launcher = campaign->launcher,
                                    .options = campaign->options,
                                    .clock = campaign->clock,
                                    .random = &campaign->random};
    struct cell *cells = memory_or_die(calloc((size_t)group->count, sizeof *cells));
    bool good = measure_group(&measure, group, seconds, cells);

    if (good) {
        good = record_group(campaign, group, cells);
        table_add(&campaign->tables[group->table], group, table_row(group, cells));
    }
    for (int i = 0; i < group->count; i++)
        cell_free(&cells[i]);
    free(cells);
    return good;
}

static bool colour_wanted(void)
{
    return isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
}

static void show_table(struct campaign *campaign, int table)
{
    progress_clear(&campaign->progress);
    if (campaign->tables[table].count)
        table_print(stdout, &campaign->tables[table], colour_wanted());
    fflush(stdout);
}

/* If the groups to come take as long as those so far. */
static double expected_seconds(uint64_t begin, size_t measured, size_t left)
{
    return measured ? (double)(clock_now() - begin) / 1e9 / (double)measured * (double)left
                    : INFINITY;
}

/* All groups, each with its share of the time that is left. False if stopped before the end. */
static bool measure_all(struct campaign *campaign)
{
    const struct plan *plan = &campaign->plan;
    const double all = planned_seconds(campaign);
    const uint64_t begin = clock_now();
    size_t measured = 0;

    progress_begin(&campaign->progress, plan->cells);
    for (size_t i = 0; i < plan->count; i++) {
        const struct group *group = &plan->groups[i];
        const double left = all - (double)(clock_now() - begin) / 1e9;
        bool good = true;

        if (!already_done(campaign, group)) {
            progress_show(&campaign->progress, group,
                          fmin(fmax(left, 0), expected_seconds(begin, measured, plan->count - i)));
            good = measure_one(campaign, group, fmax(left, 0) / (double)(plan->count - i));
            measured++;
        }
        progress_add(&campaign->progress, (size_t)group->count);
        if (!good || i + 1 == plan->count || plan->groups[i + 1].table != group->table)
            show_table(campaign, group->table);
        if (!good)
            return false;
    }
    return true;
}

static void conclude(struct campaign *campaign)
{
    for (int i = 0; i < campaign->plan.tables; i++)
        if (campaign->tables[i].count)
            table_sentence(stdout, &campaign->tables[i]);
    if (launcher_interrupted(campaign->launcher)) {
        say("interrupted; `comops run --resume %s` goes on", campaign->results.name);
        campaign->lost = true;
    }
    say("results in %s; `comops report %s -o report.html` draws them", campaign->results.name,
        campaign->results.name);
}

static int measure_and_report(struct campaign *campaign)
{
    campaign->tables =
        memory_or_die(calloc((size_t)campaign->plan.tables, sizeof *campaign->tables));
    if (!measure_all(campaign))
        campaign->lost = true;
    conclude(campaign);
    for (int i = 0; i < campaign->plan.tables; i++)
        table_free(&campaign->tables[i]);
    free(campaign->tables);
    return campaign->lost ? EXIT_LOST : EXIT_SUCCESS;
}

static char *default_name(void)
{
    char host[65] = "here", when[32], *name = NULL;
    const time_t now = time(NULL);
    struct tm local;

    gethostname(host, sizeof host - 1);
    strftime(when, sizeof when, "%Y%m%d-%H%M%S", localtime_r(&now, &local));
    if (asprintf(&name, "comops-%s-%s.jsonl", host, when) < 0)
        memory_or_die(NULL);
    return name;
}

static bool plan_again(struct campaign *campaign)
{
    plan_free(&campaign->plan);
    return plan_make(&campaign->plan, campaign->options, campaign->machine, campaign->paths,
                     campaign->path_count);
}

/* Workers up, results file open and headed, then the measuring. */
static int run_workers(struct campaign *campaign)
{
    char why[WHY];
    json_t *runtimes = json_object();
    bool dropped;
    int status = EXIT_LOST;

    if (!start_workers(campaign, runtimes, &dropped)) {
        say("interrupted before anything was measured");
    } else {
        if (dropped) {
            plan_again(campaign);
            print_notes(&campaign->plan);
        }
        if (!campaign->plan.count) {
            say("no worker came up; nothing was measured");
        } else if (!campaign->done &&
                   !results_append(&campaign->results, campaign_record(campaign, runtimes), why,
                                   sizeof why)) {
            say("%s", why);
        } else {
            say("seed %llu, %zu cells in about %.0f s",
                (unsigned long long)campaign->options->seed, campaign->plan.cells,
                planned_seconds(campaign));
            status = measure_and_report(campaign);
        }
    }
    json_decref(runtimes);
    return status;
}

static int run_plan(struct campaign *campaign)
{
    char why[WHY];
    int status;

    if (!campaign->done) {
        char *name = campaign->options->output ? strdup(campaign->options->output) : default_name();
        const bool created = results_create(&campaign->results, name, why, sizeof why);

        free(name);
        if (!created) {
            say("%s", why);
            return EXIT_USAGE;
        }
    }
    campaign->launcher = launcher_open(ranks_most(&campaign->plan), campaign->options->timeout, why,
                                       sizeof why);
    if (!campaign->launcher) {
        say("%s", why);
        return EXIT_LOST;
    }
    status = run_workers(campaign);
    launcher_close(campaign->launcher);
    return status;
}

/* The campaign of the file is asked for again in its own words. */
static bool resume(struct campaign *campaign)
{
    struct options *options = campaign->options;
    const char *file = options->resume, *output = options->output;
    json_t *record;
    char why[WHY];

    if (!results_resume(&campaign->results, file, &record, &campaign->done, why, sizeof why)) {
        say("%s", why);
        return false;
    }
    json_t *words = json_object_get(record, "command");
    const size_t count = json_array_size(words);
    char **argv = memory_or_die(calloc(count + 1, sizeof *argv));
    int argc = 0;

    for (size_t i = 1; i < count; i++)
        argv[argc++] = memory_or_die(strdup(json_string_value(json_array_get(words, i))));
    options_parse(options, argc, argv);
    options->seed = (uint64_t)json_integer_value(json_object_get(record, "seed"));
    json_decref(record);
    if (output)
        say("--output is not needed: the campaign goes on in %s", file);
    return true;
}

int campaign_run(struct options *options)
{
    struct campaign campaign = {.options = options, .results = {.fd = -1}};
    char why[WHY];
    int status;

    if (options->resume && !resume(&campaign))
        return EXIT_USAGE;
    campaign.machine = machine_load(NULL, why, sizeof why);
    if (!campaign.machine) {
        say("%s", why);
        return EXIT_NOTHING;
    }
    if (!machine_is_here(campaign.machine)) {
        say("HWLOC_XMLFILE or HWLOC_SYNTHETIC describes another machine: nothing can be measured "
            "on it");
        machine_free(campaign.machine);
        results_close(&campaign.results);
        return EXIT_NOTHING;
    }
    campaign.clock = clock_measure();
    campaign.random = options->seed;
    campaign.paths = launch_paths(options->mpiexec, &campaign.path_count);
    if (!plan_make(&campaign.plan, options, campaign.machine, campaign.paths, campaign.path_count)) {
        status = EXIT_USAGE;
    } else {
        print_notes(&campaign.plan);
        campaign.lost = path_lost(&campaign);
        if (!campaign.plan.count) {
            say("nothing of this can be measured here");
            status = EXIT_NOTHING;
        } else if (options->dry_run) {
            print_plan(&campaign);
            status = EXIT_SUCCESS;
        } else {
            status = run_plan(&campaign);
        }
    }
    results_close(&campaign.results);
    json_decref(campaign.done);
    plan_free(&campaign.plan);
    launch_paths_free(campaign.paths, campaign.path_count);
    machine_free(campaign.machine);
    return status;
}
