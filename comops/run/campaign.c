/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/run/campaign.h"

#include "comops/canary/canary.h"
#include "comops/launch/paths.h"
#include "comops/launch/signals.h"
#include "comops/plan/plan.h"
#include "comops/results/results.h"
#include "comops/run/counting.h"
#include "comops/run/recorder.h"
#include "comops/run/scheduler.h"
#include "comops/text/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { WHY = CELL_TEXT };

struct campaign {
    struct options *options;
    struct machine *machine;
    struct path *paths;
    int path_count;
    struct plan plan;
    struct supervisor *supervisor;
    struct results results;
    double launch_seconds; /* that the workers took to start */
    json_t *done;          /* keys of cells an earlier run has measured */
    struct clock_quality clock;
    struct tunings tunings;
    json_t *counters; /* whether they are available, for the record; NULL: not requested */
    bool lost;        /* something was requested and not measured */
};

/* Says why; returns the status. */
static int refuse(const char *why, int status)
{
    text_say("%s", why);
    return status;
}

/* As errors if they explain a loss. */
static void print_notes(const struct plan *plan, bool lost)
{
    for (char **note = plan->notes; note && *note; note++)
        (lost ? text_say : text_note)("%s", *note);
}

/* A path that is installed, or was requested by name, and cannot be measured counts as lost. */
static bool path_lost(const struct campaign *campaign)
{
    for (int i = 0; i < campaign->path_count; i++) {
        const struct path *path = &campaign->paths[i];
        char **asked = campaign->options->paths;

        if (path->missing && (asked ? text_list_has(asked, path->label) : path->program != NULL))
            return true;
    }
    return false;
}

/* False, with a message, if an option names something that does not exist. */
static bool plan_cells(struct campaign *campaign)
{
    return planner_make(&campaign->plan, campaign->options, campaign->machine, campaign->paths,
                        campaign->path_count) &&
           tunings_prepare(&campaign->tunings, &campaign->plan, campaign->options->tuning);
}

/* Starts every worker that the plan needs; a path whose worker does not start is missing from now
 * on. *runtimes receives what each path's runtime says of itself. False if interrupted. */
static bool start_workers(struct campaign *campaign, json_t *runtimes, bool *dropped)
{
    const struct plan *plan = &campaign->plan;
    char why[WHY];

    *dropped = false;
    for (size_t i = 0; i < plan->count; i++)
        for (int j = 0; j < plan->groups[i].count; j++) {
            struct path *path =
                &campaign->paths[plan->groups[i].candidates[j].path - campaign->paths];
            struct worker_process *worker;

            if (path->missing)
                continue;
            worker = supervisor_worker(campaign->supervisor, path, plan->groups[i].ranks,
                                       plan->groups[i].placement->oversubscribed, why, sizeof why);
            if (worker) {
                json_object_set_new(runtimes, path->label, results_text(worker_runtime(worker)));
                text_detail("path %s has started: %s", path->label, worker_runtime(worker));
                continue;
            }
            if (signals_seen())
                return false;
            path->missing = text_copy(why);
            campaign->lost = true;
            *dropped = true;
        }
    return true;
}

static json_t *first_record(const struct campaign *campaign, json_t *runtimes)
{
    json_t *record = campaign_record(campaign->options, campaign->machine, &campaign->clock,
                                     &campaign->plan, campaign->paths, campaign->path_count);

    json_object_set(record, "runtimes", runtimes);
    json_object_set_new(record, "facts", node_facts(campaign->supervisor, &campaign->plan));
    json_object_set_new(record, "tuning", tunings_json(&campaign->tunings));
    json_object_set_new(record, "batch", node_batch(campaign->machine));
    json_object_set(record, "counters", campaign->counters); /* not where it is NULL */
    return record;
}

/* Seconds the campaign is to take: as planned, but not less than `least`. */
static double announce(const struct campaign *campaign, double least)
{
    const struct options *options = campaign->options;
    const double planned = plan_seconds(&campaign->plan, options);
    char time[TEXT_TIME];

    if (options->budget > 0 && least > planned)
        text_note("--budget is too short: these cells take at least about %s; for less, name fewer "
                  "patterns or sizes, or use --quick",
                  text_duration(time, least));
    text_note("%zu cell%s in %d table%s will take about %s%s; seed %llu", campaign->plan.cells,
              &"s"[campaign->plan.cells == 1], campaign -> plan.tables,
              &"s"[campaign->plan.tables == 1], text_duration(time, fmax(planned, least)),
              options -> dry_run && options -> budget > 0 ? ", or longer if they need it" : "",
              (unsigned long long)options->seed);
    return options->budget > 0 ? fmax(planned, least) : planned;
}

/* Measures and prints the conclusions. True if nothing was lost. */
static bool measure(struct campaign *campaign, const json_t *runtimes)
{
    const struct options *options = campaign->options;
    uint64_t random = options->seed;
    struct recorder recorder;
    const struct sampler sampler = {.supervisor = campaign->supervisor,
                                    .options = options,
                                    .clock = campaign->clock,
                                    .cache_bytes = machine_largest_cache(campaign->machine),
                                    .tunings = &campaign->tunings,
                                    .random = &random};
    struct outlook outlook = {.launch = campaign->launch_seconds};
    const bool tried = outlook_try(&outlook, &sampler, &campaign->plan);
    const struct scheduler scheduler = {
        .plan = &campaign->plan,
        .sampler = &sampler,
        .outlook = &outlook,
        .recorder = &recorder,
        .done = campaign->done,
        .seconds = announce(campaign, outlook_least(&outlook, options, &campaign->plan)),
        .counting =
            campaign->counters && json_is_null(json_object_get(campaign->counters, "reason"))};
    char why[WHY];

    if (!canary_open(why, sizeof why))
        text_say("no canaries: %s", why);
    recorder_open(&recorder, &campaign->results, &campaign->plan, runtimes, options);
    const bool good = tried && scheduler_run(&scheduler) && !recorder.lost;

    recorder_conclude(&recorder, signals_seen());
    recorder_close(&recorder);
    canary_close();
    return good && !signals_seen();
}

/* Workers up, tuned, the first record written, then the measuring. */
static int run_workers(struct campaign *campaign, json_t *runtimes)
{
    const uint64_t begin = clock_now();
    char why[WHY];
    bool dropped;

    if (!start_workers(campaign, runtimes, &dropped))
        return refuse("interrupted before anything was measured", EXIT_LOST);
    campaign->launch_seconds = clock_since(begin);
    if (dropped) {
        tunings_free(&campaign->tunings);
        plan_free(&campaign->plan);
        plan_cells(campaign);
        print_notes(&campaign->plan, true);
    }
    if (!campaign->plan.count)
        return refuse("no worker started; nothing was measured", EXIT_LOST);
    tunings_find(&campaign->tunings, campaign->machine, campaign->supervisor);
    if (!campaign->done &&
        !results_append(&campaign->results, first_record(campaign, runtimes), why, sizeof why))
        return refuse(why, EXIT_LOST);
    return measure(campaign, runtimes) && !campaign->lost ? EXIT_SUCCESS : EXIT_LOST;
}

static int run_plan(struct campaign *campaign)
{
    char why[WHY];

    if (!campaign->done) {
        char *name = campaign->options->output ? text_copy(campaign->options->output)
                                               : results_default_name();
        const int error = results_create(&campaign->results, name, why, sizeof why);

        free(name);
        if (error)
            return refuse(why, error == EEXIST || error == EWOULDBLOCK ? EXIT_USAGE : EXIT_LOST);
    }
    campaign->supervisor = supervisor_open(plan_ranks_most(&campaign->plan),
                                           campaign->options->timeout, why, sizeof why);
    if (!campaign->supervisor)
        return refuse(why, EXIT_LOST);
    json_t *runtimes = json_object();
    const int status = run_workers(campaign, runtimes);

    json_decref(runtimes);
    supervisor_close(campaign->supervisor);
    return status;
}

/* The machine, and what an earlier run has measured on it. */
static int load_machine(struct campaign *campaign)
{
    char why[WHY];

    if (access("/proc/self/fd", R_OK) != 0)
        return refuse("/proc is not mounted; workers are found and share memory through it",
                      EXIT_NOTHING);
    campaign->machine = machine_load(NULL, why, sizeof why);
    if (!campaign->machine)
        return refuse(why, EXIT_NOTHING);
    if (!machine_is_here(campaign->machine))
        return refuse("HWLOC_XMLFILE or HWLOC_SYNTHETIC describes another machine: nothing can be "
                      "measured on it",
                      EXIT_NOTHING);
    node_batch_note(campaign->machine);
    return !campaign->options->resume || resume_campaign(campaign->options, campaign->machine,
                                                         &campaign->results, &campaign->done)
               ? EXIT_SUCCESS
               : EXIT_USAGE;
}

static int make_plan(struct campaign *campaign)
{
    const struct options *options = campaign->options;

    campaign->clock = clock_measure();
    campaign->paths = paths_find(options->mpiexec, &campaign->path_count);
    if (!paths_add_libraries(&campaign->paths, &campaign->path_count, options->mpi,
                             options->openmp))
        return EXIT_USAGE;
    if (!paths_some_start(campaign->paths, campaign->path_count))
        return refuse("no worker starts; nothing can be measured", EXIT_NOTHING);
    if (!plan_cells(campaign) || !counting_ask(options->counters, campaign->paths,
                                               campaign->path_count, &campaign->counters))
        return EXIT_USAGE;
    campaign->lost = path_lost(campaign);
    print_notes(&campaign->plan, campaign->lost || !campaign->plan.count);
    if (campaign->plan.count)
        return EXIT_SUCCESS;
    return refuse("none of these cells can be measured on this machine", EXIT_NOTHING);
}

static int print_plan(const struct campaign *campaign)
{
    plan_print(&campaign->plan, campaign->options);
    announce(campaign, 0);
    return EXIT_SUCCESS;
}

int campaign_run(struct options *options)
{
    struct campaign campaign = {.options = options, .results = {.fd = -1}};
    int status = load_machine(&campaign);

    if (status == EXIT_SUCCESS)
        status = make_plan(&campaign);
    if (status == EXIT_SUCCESS)
        status = options->dry_run ? print_plan(&campaign) : run_plan(&campaign);
    results_close(&campaign.results);
    json_decref(campaign.done);
    json_decref(campaign.counters);
    tunings_free(&campaign.tunings);
    plan_free(&campaign.plan);
    paths_free(campaign.paths, campaign.path_count);
    machine_free(campaign.machine);
    return status;
}
