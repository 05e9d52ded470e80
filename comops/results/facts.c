/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/results/facts.h"

#include "comops/results/results.h"
#include "comops/text/text.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#define CPU "/sys/devices/system/cpu/"
#define DMI "/sys/class/dmi/id/"

struct fact {
    const char *name, *file;
};

static const struct fact lines[] = {
    {"bios_vendor", DMI "bios_vendor"},
    {"bios_version", DMI "bios_version"},
    {"bios_date", DMI "bios_date"},
    {"board", DMI "board_name"},
    {"kernel_release", "/proc/sys/kernel/osrelease"},
    {"kernel_build", "/proc/sys/kernel/version"},
    {"kernel_command_line", "/proc/cmdline"},
    {"clock_source", "/sys/devices/system/clocksource/clocksource0/current_clocksource"},
    {"governor", CPU "cpu0/cpufreq/scaling_governor"},
    {"frequency_driver", CPU "cpu0/cpufreq/scaling_driver"},
    {"smt", CPU "smt/control"},
    {NULL, NULL}};

static const struct fact numbers[] = {{"frequency_most_khz", CPU "cpu0/cpufreq/scaling_max_freq"},
                                      {"boost", CPU "cpufreq/boost"},
                                      {"turbo_off", CPU "intel_pstate/no_turbo"},
                                      {"huge_pages", "/proc/sys/vm/nr_hugepages"},
                                      {"numa_balancing", "/proc/sys/kernel/numa_balancing"},
                                      {NULL, NULL}};

/* What names the sensors of processors: Intel's, AMD's (two drivers), AArch64's. */
static const char *const processor_sensors[] = {"coretemp", "k10temp", "zenpower", "cpu_thermal"};
enum { SENSORS = sizeof processor_sensors / sizeof *processor_sensors, DEGREE = 1000 };

/* The first line, or of `key` the first that begins with it; NULL if there is none. The caller
 * frees. */
static char *read_line(const char *file, const char *key)
{
    FILE *stream = fopen(file, "r");
    char *line = NULL;
    size_t room = 0;
    bool found = false;

    while (stream && !found && getline(&line, &room, stream) > 0)
        found = strncmp(line, key, strlen(key)) == 0;
    if (stream)
        fclose(stream);
    if (!found) {
        free(line);
        return NULL;
    }
    line[strcspn(line, "\n")] = '\0';
    return line;
}

/* Takes the text. */
static json_t *text_json(char *text)
{
    json_t *string = text ? results_text(text) : json_null();

    free(text);
    return string;
}

/* The first line of root and file. The caller frees. */
static char *read_below(const char *root, const char *file)
{
    char *name = text_format("%s%s", root, file), *line = read_line(name, "");

    free(name);
    return line;
}

static json_t *number_below(const char *root, const char *file)
{
    char *line = read_below(root, file), *end = line;
    const long long number = line ? strtoll(line, &end, 0) : 0;
    json_t *value = end == line ? json_null() : json_integer(number);

    free(line);
    return value;
}

/* Of "always [madvise] never" the word in brackets. */
static json_t *chosen_below(const char *root, const char *file)
{
    char *line = read_below(root, file), *word = line ? strchr(line, '[') : NULL;

    if (word)
        word[strcspn(word, "]")] = '\0';
    json_t *value = word ? results_text(word + 1) : json_null();

    free(line);
    return value;
}

/* Files whose names match, in alphabetical order; free with globfree. */
static glob_t files_below(const char *root, const char *pattern)
{
    char *whole = text_format("%s%s", root, pattern);
    glob_t found = {0};

    glob(whole, 0, NULL, &found);
    free(whole);
    return found;
}

static json_t *microcode(const char *root)
{
    char *name = text_format("%s/proc/cpuinfo", root), *line = read_line(name, "microcode");
    const char *value = line ? strchr(line, ':') : NULL;
    json_t *text = value ? results_text(value + 1 + strspn(value + 1, " ")) : json_null();

    free(line);
    free(name);
    return text;
}

/* "meltdown: Not affected; ..." */
static json_t *mitigations(const char *root)
{
    glob_t files = files_below(root, CPU "vulnerabilities/*");
    char *all = NULL;

    for (size_t i = 0; i < files.gl_pathc; i++) {
        char *line = read_line(files.gl_pathv[i], ""), *before = all;

        all = text_format("%s%s%s: %s", before ? before : "", before ? "; " : "",
                          strrchr(files.gl_pathv[i], '/') + 1, line ? line : "");
        free(before);
        free(line);
    }
    globfree(&files);
    return text_json(all);
}

/* What hardware has: MemTotal lacks what firmware and kernel keep, which varies. By NUMA node,
 * "0:17179869184 1:17179869184". */
static void add_memory(json_t *facts, const char *root)
{
    char *size = read_below(root, "/sys/devices/system/memory/block_size_bytes");
    const long long bytes = size ? strtoll(size, NULL, 16) : 0; /* without 0x */
    glob_t nodes = files_below(root, "/sys/devices/system/node/node[0-9]*");
    long long sum = 0;
    char *layout = NULL;

    for (size_t i = 0; bytes && i < nodes.gl_pathc; i++) {
        glob_t blocks = files_below(nodes.gl_pathv[i], "/memory[0-9]*");
        char *before = layout;

        layout = text_format("%s%s%s:%lld", before ? before : "", before ? " " : "",
                             strrchr(nodes.gl_pathv[i], '/') + strlen("/node"),
                             bytes * (long long)blocks.gl_pathc);
        sum += bytes * (long long)blocks.gl_pathc;
        free(before);
        globfree(&blocks);
    }
    globfree(&nodes);
    free(size);
    json_object_set_new(facts, "memory_bytes", sum ? json_integer(sum) : json_null());
    json_object_set_new(facts, "memory_layout", text_json(layout));
}

/* The largest number in files below the folder; null if there is none. */
static json_t *largest_below(const char *folder, const char *pattern)
{
    glob_t files = files_below(folder, pattern);
    json_t *most = json_null();

    for (size_t i = 0; i < files.gl_pathc; i++) {
        json_t *number = number_below(files.gl_pathv[i], "");

        if (json_is_null(most) || json_integer_value(number) > json_integer_value(most)) {
            json_decref(most);
            most = json_incref(number);
        }
        json_decref(number);
    }
    globfree(&files);
    return most;
}

static bool is_of_processor(const char *folder)
{
    char *name = read_below(folder, "/name");
    bool found = false;

    for (int i = 0; name && i < SENSORS; i++)
        found = found || strcmp(name, processor_sensors[i]) == 0;
    free(name);
    return found;
}

/* Degrees Celsius of the hottest sensor of a processor. */
static json_t *temperature(const char *root)
{
    glob_t folders = files_below(root, "/sys/class/hwmon/hwmon*");
    double most = -1;

    for (size_t i = 0; i < folders.gl_pathc; i++) {
        json_t *value = is_of_processor(folders.gl_pathv[i])
                            ? largest_below(folders.gl_pathv[i], "/temp*_input")
                            : json_null();

        if (json_is_integer(value) && (double)json_integer_value(value) / DEGREE > most)
            most = (double)json_integer_value(value) / DEGREE;
        json_decref(value);
    }
    globfree(&folders);
    return most < 0 ? json_null() : json_real(most);
}

/* The names by which a scheduler knows this node, since virtual nodes share a host. */
static void add_names(json_t *facts)
{
    const char *node = getenv("SLURMD_NODENAME"), *partition = getenv("SLURM_JOB_PARTITION");
    struct utsname system;

    uname(&system);
    json_object_set_new(facts, "node_name", results_text(node ? node : system.nodename));
    json_object_set_new(facts, "host_name", results_text(system.nodename));
    json_object_set_new(facts, "partition", partition ? results_text(partition) : json_null());
}

json_t *facts_read(const char *root)
{
    json_t *facts = json_object();

    add_names(facts);
    for (const struct fact *fact = lines; fact->name; fact++)
        json_object_set_new(facts, fact->name, text_json(read_below(root, fact->file)));
    for (const struct fact *fact = numbers; fact->name; fact++)
        json_object_set_new(facts, fact->name, number_below(root, fact->file));
    json_object_set_new(facts, "microcode", microcode(root));
    json_object_set_new(facts, "mitigations", mitigations(root));
    json_object_set_new(facts, "transparent_hugepages",
                        chosen_below(root, "/sys/kernel/mm/transparent_hugepage/enabled"));
    add_memory(facts, root);
    json_object_set_new(facts, "temperature_max", temperature(root));
    json_object_set_new(facts, "throttle_count",
                        largest_below(root, CPU "cpu[0-9]*/thermal_throttle/core_throttle_count"));
    return facts;
}
