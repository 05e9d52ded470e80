/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/commands/pstswm/pstswm_workers.h"

#include "comops/commands/pstswm/pstswm_campaign.h"
#include "comops/launch/installed.h"
#include "comops/launch/mpiexec.h"
#include "comops/launch/process.h"
#include "comops/plan/names.h"
#include "comops/text/text.h"
#include "topology/placement.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The JSON objects among the lines; others are a runtime's own. */
static json_t *read_lines(char *text)
{
    json_t *records = pstswm_campaign_read(*text ? fmemopen(text, strlen(text), "r") : NULL);

    free(text);
    return records;
}

static void add_worker(struct pstswm_workers *workers, const struct path *path)
{
    char *name = text_format("comops-pstswm-%s", path->label);
    char *program = installed_program(name, "pstswm");
    char *text =
        program && !path->missing ? process_output((char *[]){program, "--list", NULL}) : NULL;

    if (text) {
        json_t *lines = read_lines(text);

        workers->list = memory_grow(workers->list, (size_t)workers->count, sizeof *workers->list);
        workers->list[workers->count++] =
            (struct pstswm_worker){path, program, json_incref(json_array_get(lines, 0))};
        json_decref(lines);
    } else {
        text_note("not over %s: %s", path->label,
                  path->missing ? path->missing : "its model's worker does not start");
        free(program);
    }
    free(name);
}

static bool place(struct pstswm_workers *workers, bool oversubscribe)
{
    char why[512];
    struct machine *machine = machine_load(NULL, why, sizeof why);
    char **pus = NULL;

    if (!machine) {
        text_say("%s", why);
        return false;
    }
    if (workers->ranks == 0)
        workers->ranks = names_ranks_default(machine);
    struct placement *placement = placement_plan(machine, "core", workers->ranks, oversubscribe);
    const bool placed = !placement->refused;

    for (int rank = 0; placed && rank < workers->ranks; rank++)
        text_list_add(&pus, text_format("%d", placement->pus[rank]));
    if (placed)
        workers->pus = text_list_join(pus);
    else
        text_say("%s", placement->refused);
    workers->oversubscribed = placement->oversubscribed;
    text_list_free(pus);
    placement_free(placement);
    machine_free(machine);
    return placed;
}

/* Says which of the paths asked for do not exist, by the first of them. */
static bool paths_exist(const struct pstswm_workers *workers, char *const *asked)
{
    char **known = NULL;
    bool exist = true;

    for (int i = 0; i < workers->path_count; i++)
        text_list_add(&known, text_copy(workers->paths[i].label));
    for (; asked && *asked && exist; asked++)
        if (!text_list_has(known, *asked)) {
            char *refusal = names_refusal("path", *asked, known);

            text_say("%s", refusal);
            free(refusal);
            exist = false;
        }
    text_list_free(known);
    return exist;
}

bool pstswm_workers_open(struct pstswm_workers *workers, char *const *asked, int ranks,
                         bool oversubscribe)
{
    *workers = (struct pstswm_workers){.ranks = ranks};
    if (!place(workers, oversubscribe))
        return false;
    workers->paths = paths_find(NULL, &workers->path_count);
    if (!paths_exist(workers, asked))
        return false;
    for (int i = 0; i < workers->path_count; i++)
        if (!asked || text_list_has(asked, workers->paths[i].label))
            add_worker(workers, &workers->paths[i]);
    if (!workers->count)
        text_say("none of the paths asked for can run the model here");
    return workers->count;
}

void pstswm_workers_close(struct pstswm_workers *workers)
{
    for (int i = 0; i < workers->count; i++) {
        json_decref(workers->list[i].offer);
        free(workers->list[i].program);
    }
    free(workers->list);
    free(workers->pus);
    if (workers->paths)
        paths_free(workers->paths, workers->path_count);
}

/* One line for each plan; the caller removes the file and frees its name. NULL, after saying why,
 * if it cannot be written. */
static char *write_plans(const json_t *plans)
{
    char *name =
        text_format("%s/comops-pstswm-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
    const int descriptor = mkstemp(name);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    size_t i;
    json_t *plan;

    if (!file) {
        text_say("cannot write %s", name);
        free(name);
        return NULL;
    }
    json_array_foreach(plans, i, plan)
    {
        json_dumpf(plan, file, JSON_COMPACT);
        fputc('\n', file);
    }
    fclose(file);
    return name;
}

static char **command_of(const struct pstswm_workers *workers, const struct pstswm_worker *worker,
                         const char *file)
{
    char **words = mpiexec_words(worker->path, workers->ranks);

    text_list_add(&words, text_copy(worker->program));
    if (!worker->path->launcher) {
        text_list_add(&words, text_copy("--ranks"));
        text_list_add(&words, text_format("%d", workers->ranks));
    }
    text_list_add(&words, text_copy("--pus"));
    text_list_add(&words, text_copy(workers->pus));
    text_list_add(&words, text_copy("--plans"));
    text_list_add(&words, text_copy(file));
    return words;
}

json_t *pstswm_worker_run(const struct pstswm_workers *workers, const struct pstswm_worker *worker,
                          const json_t *plans)
{
    char *file = write_plans(plans), why[512];

    if (!file)
        return NULL;
    char **words = command_of(workers, worker, file);
    char *text = process_result(words, why, sizeof why);

    if (!text)
        text_say("%s: %s", worker->program, why);
    remove(file);
    text_list_free(words);
    free(file);
    return text ? read_lines(text) : NULL;
}
