/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/plan.h"

#include "comops/dose.h"
#include "comops/names.h"
#include "comops/registry.h"
#include "comops/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS_DEFAULT = 4 }; /* the paper's number of processors */

/* Figure 6 of the paper shows 8 to 80 bytes; its other figures go up to 800 KB. */
static const size_t sizes_default[] = {8,   16,   32,    48,     64,     80,
                                       512, 4096, 32768, 262144, 800000, 4194304};
static const size_t sizes_quick[] = {8, 4096, 262144};

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);

    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

void plan_shuffle(int *order, int count, uint64_t *state)
{
    for (int i = count - 1; i > 0; i--) {
        const int j = (int)(next_random(state) % (uint64_t)(i + 1));
        const int kept = order[i];

        order[i] = order[j];
        order[j] = kept;
    }
}

double plan_table_seconds(const struct options *options)
{
    return options->quick ? 1.5 : 10;
}

__attribute__((format(printf, 2, 3))) static void note(struct plan *plan, const char *format, ...)
{
    va_list arguments;
    char *text = NULL;

    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    va_end(arguments);
    memory_or_die(text);
    for (size_t i = 0; i < plan->note_count; i++)
        if (strcmp(plan->notes[i], text) == 0) {
            free(text);
            return;
        }
    plan->notes = memory_or_die(
        realloc(plan->notes, (plan->note_count + 2) * sizeof *plan->notes));
    plan->notes[plan->note_count++] = text;
    plan->notes[plan->note_count] = NULL;
}

static void add_candidate(struct group *group, const struct path *path, const struct offer *offer)
{
    group->candidates = memory_or_die(
        realloc(group->candidates, (size_t)(group->count + 1) * sizeof *group->candidates));
    group->candidates[group->count++] = (struct candidate){path, offer};
}

static void find_candidates(struct group *group, const struct options *options, struct path *paths,
                            int path_count)
{
    for (int i = 0; i < path_count; i++) {
        if (!names_ask(options->paths, paths[i].label) || paths[i].missing)
            continue;
        for (int j = 0; j < paths[i].offer_count; j++)
            if (strcmp(paths[i].offers[j].pattern, group->pattern->name) == 0 &&
                names_ask(options->protocols, paths[i].offers[j].protocol))
                add_candidate(group, &paths[i], &paths[i].offers[j]);
    }
}

/* Bytes the kernel can still give, or SIZE_MAX if it does not say. */
static size_t free_memory(void)
{
    FILE *file = fopen("/proc/meminfo", "r");
    char line[128];
    size_t kilobytes, bytes = SIZE_MAX;

    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "MemAvailable: %zu kB", &kilobytes) == 1)
            bytes = kilobytes * 1024;
    if (file)
        fclose(file);
    return bytes;
}

/* What the buffers of one worker take; temporaries at most double it. */
static double group_memory(const struct group *group)
{
    double bytes = 0;

    for (int rank = 0; rank < group->ranks; rank++) {
        const struct job job = {.pattern = group->pattern,
                                .rank = rank,
                                .ranks = group->ranks,
                                .bytes = group->bytes};

        bytes += (double)group->pattern->send_bytes(&job) + (double)group->pattern->recv_bytes(&job);
    }
    return 2 * bytes;
}

static const double gibi = 1 << 30;

/* False, with a note, where this pattern cannot have this size on this machine. */
static bool fits(struct plan *plan, const struct group *group, int path_count)
{
    const double needed = group_memory(group) * path_count, there = (double)free_memory();

    if (group->bytes % group->pattern->unit)
        note(plan, "%s of %zu bytes is left out: it works on elements of %zu bytes",
             group->pattern->name, group->bytes, group->pattern->unit);
    else if (needed > there)
        note(plan, "%s of %zu bytes is left out: it needs %.1f GiB of memory, %.1f are free",
             group->pattern->name, group->bytes, needed / gibi, there / gibi);
    else
        return true;
    return false;
}

/* One table: a group for each size, in shuffled order. */
static void add_table(struct plan *plan, const struct options *options, struct path *paths,
                      int path_count, const struct group *like, uint64_t *random)
{
    const size_t *sizes = options->sizes;
    size_t size_count = options->size_count;

    if (!size_count) {
        sizes = options->quick ? sizes_quick : sizes_default;
        size_count = options->quick ? sizeof sizes_quick / sizeof *sizes_quick
                                    : sizeof sizes_default / sizeof *sizes_default;
    }
    int *order = memory_or_die(calloc(size_count, sizeof *order));
    const size_t before = plan->count;

    for (size_t i = 0; i < size_count; i++)
        order[i] = (int)i;
    plan_shuffle(order, (int)size_count, random);

    for (size_t i = 0; i < size_count; i++) {
        struct group group = *like;

        group.bytes = sizes[order[i]];
        group.table = plan->tables;
        if (!fits(plan, &group, path_count))
            continue;
        find_candidates(&group, options, paths, path_count);
        if (!group.count)
            continue;
        plan->groups = memory_or_die(
            realloc(plan->groups, (plan->count + 1) * sizeof *plan->groups));
        plan->groups[plan->count++] = group;
        plan->cells += (size_t)group.count;
    }
    plan->tables += plan->count > before;
    free(order);
}

static struct placement *add_placement(struct plan *plan, const struct machine *machine,
                                       const char *name, int ranks, bool oversubscribe)
{
    struct placement *placement = placement_plan(machine, name, ranks, oversubscribe);

    plan->placements = memory_or_die(realloc(
        plan->placements, (size_t)(plan->placement_count + 1) * sizeof *plan->placements));
    plan->placements[plan->placement_count++] = placement;
    if (placement->refused)
        note(plan, "placement %s for %d rank%s: %s", name, ranks, ranks == 1 ? "" : "s",
             placement->refused);
    return placement;
}

/* Whether the options ask for this buffer mode, and the machine can have it. */
static bool buffers_wanted(struct plan *plan, const struct options *options,
                           const struct machine *machine, int buffers)
{
    if (options->buffers ? !names_ask(options->buffers, names_buffers[buffers])
                         : buffers != dose_buffers(options->method))
        return false;
    if (buffers != BUFFERS_COLD || machine_largest_cache(machine))
        return true;
    note(plan, "cold buffers: hwloc does not know how large the caches of this machine are");
    return false;
}

static void add_tables(struct plan *plan, const struct options *options,
                       const struct machine *machine, struct path *paths, int path_count,
                       const struct placement *placement, uint64_t *random)
{
    int pattern_count;
    const struct pattern *const *patterns = registry_patterns(&pattern_count);

    for (int i = 0; i < pattern_count; i++) {
        if (options->patterns ? !names_ask(options->patterns, patterns[i]->name)
                              : !patterns[i]->by_default)
            continue;
        if (placement->ranks < patterns[i]->min_ranks) {
            note(plan, "%s needs at least %d ranks", patterns[i]->name, patterns[i]->min_ranks);
            continue;
        }
        for (int buffers = BUFFERS_REUSE; buffers <= BUFFERS_COLD; buffers++) {
            const struct group like = {.pattern = patterns[i],
                                       .placement = placement,
                                       .ranks = placement->ranks,
                                       .buffers = buffers};

            if (buffers_wanted(plan, options, machine, buffers))
                add_table(plan, options, paths, path_count, &like, random);
        }
    }
}

bool plan_make(struct plan *plan, const struct options *options, const struct machine *machine,
               struct path *paths, int path_count)
{
    const int cores = machine_cores(machine);
    int ranks_default[] = {cores < RANKS_DEFAULT ? cores : RANKS_DEFAULT, 0};
    uint64_t random = options->seed;

    *plan = (struct plan){0};
    if (!names_check(options, paths, path_count))
        return false;
    for (int i = 0; i < path_count; i++)
        if (paths[i].missing && names_ask(options->paths, paths[i].label))
            note(plan, "path %s: %s", paths[i].label, paths[i].missing);
    for (const int *ranks = options->ranks ? options->ranks : ranks_default; *ranks; ranks++)
        for (const char *const *name = placement_names(); *name; name++) {
            if (!names_ask(options->placements, *name))
                continue;
            struct placement *placement =
                add_placement(plan, machine, *name, *ranks, options->oversubscribe);

            if (!placement->refused)
                add_tables(plan, options, machine, paths, path_count, placement, &random);
        }
    return true;
}

void plan_free(struct plan *plan)
{
    for (size_t i = 0; i < plan->count; i++)
        free(plan->groups[i].candidates);
    for (int i = 0; i < plan->placement_count; i++)
        placement_free(plan->placements[i]);
    text_list_free(plan->notes);
    free(plan->placements);
    free(plan->groups);
}

int plan_ranks_most(const struct plan *plan)
{
    int most = 1;

    for (size_t i = 0; i < plan->count; i++)
        most = plan->groups[i].ranks > most ? plan->groups[i].ranks : most;
    return most;
}

static void print_cell(const struct group *group, const struct candidate *candidate, bool json)
{
    printf(json ? "{\"pattern\":\"%s\",\"path\":\"%s\",\"protocol\":\"%s\",\"ranks\":%d,"
                  "\"bytes\":%zu,\"placement\":\"%s\",\"buffers\":\"%s\"}\n"
                : "%-15s %-8s %-10s %3d ranks %10zu bytes  %-9s %s\n",
           group->pattern->name, candidate->path->label, candidate->offer->protocol, group->ranks,
           group->bytes, group->placement->name, names_buffers[group->buffers]);
}

void plan_print(const struct plan *plan, const struct options *options)
{
    for (size_t i = 0; i < plan->count; i++)
        for (int j = 0; j < plan->groups[i].count; j++)
            print_cell(&plan->groups[i], &plan->groups[i].candidates[j], options->json);
}
