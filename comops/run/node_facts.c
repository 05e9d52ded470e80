/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/run/recorder.h"

#include "comops/launch/batch_system.h"
#include "comops/launch/process.h"
#include "comops/results/facts.h"
#include "comops/results/results.h"
#include "comops/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Two builds of a library may have the same version. */
static const struct {
    const char *path, *name, *beginnings[4];
} libraries[] = {{"threads", "openmp_library_sha256", {"libgomp", "libomp", "libiomp"}},
                 {"mpi", "mpi_library_sha256", {"libmpi.", "libmpich."}}};

enum { LIBRARIES = sizeof libraries / sizeof *libraries, DIGITS = 64 };

static bool begins(const char *name, const char *const *beginnings)
{
    for (; *beginnings; beginnings++)
        if (strncmp(name, *beginnings, strlen(*beginnings)) == 0)
            return true;
    return false;
}

/* The first file that the process maps whose name begins like this. The caller frees. */
static char *loaded_library(pid_t process, const char *const *beginnings)
{
    char *name = text_format("/proc/%d/maps", (int)process), *line = NULL, *found = NULL;
    FILE *maps = fopen(name, "r");
    size_t room = 0;

    while (maps && !found && getline(&line, &room, maps) > 0) {
        char *path = strchr(line, '/');

        line[strcspn(line, "\n")] = '\0';
        if (path && begins(strrchr(path, '/') + 1, beginnings))
            found = text_copy(path);
    }
    if (maps)
        fclose(maps);
    free(line);
    free(name);
    return found;
}

/* SHA-256 of that file in hexadecimal digits, NULL without it or without sha256sum. The caller
 * frees. */
static char *library_hash(pid_t process, const char *const *beginnings)
{
    char *file = loaded_library(process, beginnings), *hash = NULL;

    if (file)
        hash = process_output((char *[]){"sha256sum", "-b", file, NULL});
    free(file);
    if (hash)
        hash[strnlen(hash, DIGITS)] = '\0';
    return hash;
}

/* The first worker over this path; NULL if there is none. */
static const struct worker_process *worker_over(struct supervisor *supervisor,
                                                const struct plan *plan, const char *label)
{
    char why[ARENA_TEXT];

    for (size_t i = 0; i < plan->count; i++)
        for (int j = 0; j < plan->groups[i].count; j++) {
            const struct path *path = plan->groups[i].candidates[j].path;

            if (!path->missing && strcmp(path->label, label) == 0)
                return supervisor_worker(supervisor, path, plan->groups[i].ranks,
                                         plan->groups[i].placement->oversubscribed, why,
                                         sizeof why);
        }
    return NULL;
}

json_t *node_facts(struct supervisor *supervisor, const struct plan *plan)
{
    json_t *facts = facts_read("");

    for (int i = 0; i < LIBRARIES; i++) {
        const struct worker_process *worker = worker_over(supervisor, plan, libraries[i].path);
        char *hash =
            worker ? library_hash(worker_rank(worker, 0)->pid, libraries[i].beginnings) : NULL;

        json_object_set_new(facts, libraries[i].name, hash ? results_text(hash) : json_null());
        free(hash);
    }
    return facts;
}

json_t *node_batch(const struct machine *machine)
{
    const struct batch_system batch = batch_system_find();
    char *usable = machine_usable(machine);
    json_t *record = batch.name
                         ? json_pack("{ss so ss si si}", "system", batch.name, "job",
                                     results_text(batch.job), "cpuset", usable, "hardware_threads",
                                     machine_pus(machine), "of", machine_pus_all(machine))
                         : NULL;

    free(usable);
    return record;
}

void node_batch_note(const struct machine *machine)
{
    const struct batch_system batch = batch_system_find();
    const int usable = machine_pus(machine), all = machine_pus_all(machine);
    char *list = machine_usable(machine);
    char *advice = usable < all && batch.name && strcmp(batch.name, "Slurm") == 0
                       ? text_format("; for all: srun -N1 --exclusive -c %d", all)
                       : text_copy("");

    if (batch.name)
        text_note("job %s of %s may use %d of %d hardware threads: %s%s", batch.job, batch.name,
                  usable, all, list, advice);
    free(advice);
    free(list);
}
