/* SPDX-License-Identifier: BSD-3-Clause */
#include "build.h" /* generated: version, compiler, flags */
#include "comops/contract/vectors.h"
#include "comops/results/results.h"
#include "comops/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

/* The first line of a kernel file, or null if there is none. */
static json_t *kernel_says(const char *file)
{
    FILE *stream = fopen(file, "r");
    char line[256] = "";

    if (!stream)
        return json_null();
    if (!fgets(line, sizeof line, stream))
        line[0] = '\0';
    fclose(stream);
    line[strcspn(line, "\n")] = '\0';
    return json_string(line);
}

static json_t *command_line(const struct options *options)
{
    json_t *words = json_pack("[ss]", "comops", "run");

    for (int i = 1; i < options->command_count; i++)
        json_array_append_new(words, results_text(options->command[i]));
    return words;
}

/* NULL if there is none. */
static json_t *preset_json(const struct options *options)
{
    return options->preset ? json_pack("{so so}", "name", results_text(options->preset), "file",
                                       results_text(options->settings))
                           : NULL;
}

/* Who sat where, in every placement that is measured. */
static json_t *seats(const struct plan *plan)
{
    json_t *list = json_array();

    for (int i = 0; i < plan->placement_count; i++) {
        json_t *placement = placement_json(plan->placements[i]);

        json_object_del(placement, "refused");
        json_array_append_new(list, placement);
    }
    return list;
}

static json_t *launchers_json(const struct path *paths, int count)
{
    json_t *launchers = json_object();

    for (const struct path *path = paths; path < paths + count; path++) {
        json_t *words = json_array();

        for (char *const *word = path->launcher; path->launcher_version && *word; word++)
            json_array_append_new(words, results_text(*word));
        if (path->launcher_version)
            json_object_set_new(launchers, path->label,
                                json_pack("{sO so}", "command", words, "version",
                                          results_text(path->launcher_version)));
        json_decref(words);
    }
    return launchers;
}

json_t *campaign_record(const struct options *options, const struct machine *machine,
                        const struct clock_quality *clock, const struct plan *plan,
                        const struct path *paths, int path_count)
{
    struct utsname system;
    struct timespec now;
    char started[TEXT_TIME], kernel[256];
    char *xml = machine_xml(machine);

    uname(&system);
    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(kernel, sizeof kernel, "%s %s %s", system.sysname, system.release, system.machine);
    json_t *record = json_pack(
        "{ss ss so so* sI ss sf si ss ss ss ss? so so so ss ss ss ss ss s{sf sf} so so so so}",
        "record", "campaign", "schema", RESULTS_SCHEMA, "command", command_line(options), "preset",
        preset_json(options), "seed", (json_int_t)options->seed, "method", options->method->name,
        "precision", options->precision, "launches", options->launches, "started",
        text_time(started, now), "host", system.nodename, "kernel", kernel, "cpu",
        machine_model(machine), "governor",
        kernel_says("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        "transparent_hugepages", kernel_says("/sys/kernel/mm/transparent_hugepage/enabled"),
        "numa_balancing", kernel_says("/proc/sys/kernel/numa_balancing"), "machine",
        machine_summary(machine), "topology_xml", xml ? xml : "", "compiler", COMOPS_COMPILER,
        "flags", COMOPS_FLAGS, "version", COMOPS_VERSION, "clock", "step_ns", clock->step_ns,
        "cost_ns", clock->cost_ns, "topology", machine_topology(machine), "placements", seats(plan),
        "implementations", plan_implementations(plan, paths, path_count), "launchers",
        launchers_json(paths, path_count));

    json_object_set_new(record, "vectors", json_string(vector_set_names[vectors_chosen()]));
    free(xml);
    return record;
}
