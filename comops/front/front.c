/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/front/front.h"

#include "comops/arena/clock.h"
#include "comops/calibration/calibration.h"
#include "comops/canary/canary.h"
#include "comops/contract/registry.h"
#include "comops/contract/vectors.h"
#include "comops/text/json.h"
#include "comops/text/text.h"
#include "topology/bind.h"
#include "topology/locality.h"
#include "topology/pages.h"
#include "topology/placement.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void front_free(void *text)
{
    free(text);
}

struct arena *front_arena_open(int ranks_most)
{
    struct arena *arena = memory_or_die(calloc(1, sizeof *arena));

    if (arena_create(arena, ranks_most))
        return arena;
    free(arena);
    return NULL;
}

void front_arena_close(struct arena *arena)
{
    arena_close(arena);
    free(arena);
}

int front_arena_fd(const struct arena *arena)
{
    return arena->fd;
}

void *front_arena_team(const struct arena *arena, int team)
{
    return arena_team(arena, team);
}

void *front_arena_rank(const struct arena *arena, int team, int rank)
{
    return arena_rank(arena, team, rank);
}

void *front_arena_stamps(const struct arena *arena, int team, int rank)
{
    return arena_stamps(arena, team, rank);
}

void front_arena_reset(const struct arena *arena, int team, int ranks, bool oversubscribed)
{
    arena_reset(arena, team, ranks, oversubscribed);
}

void front_arena_command(const struct arena *arena, int team, const struct command *command)
{
    arena_command(arena_team(arena, team), command);
}

bool front_arena_all_done(const struct arena *arena, int team)
{
    return arena_all_done(arena_team(arena, team));
}

void front_clock(double *step_ns, double *cost_ns)
{
    const struct clock_quality quality = clock_measure();

    *step_ns = quality.step_ns;
    *cost_ns = quality.cost_ns;
}

const char *front_vectors(void)
{
    return vector_set_names[vectors_chosen()];
}

struct machine *front_machine_load(const char *xml, char *why)
{
    return machine_load(xml, why, FRONT_TEXT);
}

void front_machine_free(struct machine *machine)
{
    machine_free(machine);
}

/* A document in memory: begin_text, then what it has, then end_text returns it. */
struct text {
    struct json json;
    char *text;
    size_t size;
};

static struct json *begin_text(struct text *text)
{
    *text = (struct text){0};
    text->json.out = memory_or_die(open_memstream(&text->text, &text->size));
    json_begin_object(&text->json, NULL);
    return &text->json;
}

static char *end_text(struct text *text)
{
    json_end(&text->json, '}');
    fclose(text->json.out);
    return text->text;
}

char *front_machine_json(const struct machine *machine)
{
    struct text text;
    struct json *json = begin_text(&text);
    char *usable = machine_usable(machine), *xml = machine_xml(machine);

    machine_add_json(machine, json);
    json_add_text(json, "model", machine_model(machine));
    json_add_text(json, "usable", usable);
    json_add_integer(json, "pus_all", machine_pus_all(machine));
    json_add_integer(json, "pus_usable", machine_pus(machine));
    json_begin_object(json, "caches_bytes");
    json_add_integer(json, "largest", (int64_t)machine_largest_cache(machine));
    json_add_integer(json, "core", (int64_t)machine_core_cache(machine));
    json_add_integer(json, "first", (int64_t)machine_first_cache(machine));
    json_end(json, '}');
    json_add_integer(json, "distances", placement_distances(machine));
    machine_add_topology(machine, json);
    json_add_text(json, "xml", xml);
    free(usable);
    free(xml);
    return end_text(&text);
}

char *front_placement(const struct machine *machine, const char *name, int ranks,
                      bool oversubscribe)
{
    struct text text;
    struct placement *placement = placement_plan(machine, name, ranks, oversubscribe);

    placement_add_json(placement, begin_text(&text));
    placement_free(placement);
    return end_text(&text);
}

static void add_integers(struct json *json, const char *name, const int *values, int count)
{
    json_begin_array(json, name);
    for (int i = 0; i < count; i++)
        json_add_integer(json, NULL, values[i]);
    json_end(json, ']');
}

char *front_pages(const struct machine *machine, const char *policy, const char *placement_name,
                  int ranks, bool oversubscribe)
{
    struct text text;
    struct json *json = begin_text(&text);
    struct placement *placement = placement_plan(machine, placement_name, ranks, oversubscribe);
    struct pages *pages = pages_plan(machine, policy, placement);

    json_add_text(json, "name", pages->name);
    if (pages->refused)
        json_add_null(json, "nodes");
    else
        add_integers(json, "nodes", pages->nodes, ranks);
    json_add_boolean(json, "bound", pages->bound);
    json_add_text(json, "refused", pages->refused);
    pages_free(pages);
    placement_free(placement);
    return end_text(&text);
}

char *front_localities(const struct machine *machine, const int *pus, int count)
{
    struct text text;
    struct json *json = begin_text(&text);
    struct locality *locality = locality_find(machine);

    json_begin_array(json, "texts");
    for (int level = 1; level <= locality_levels(locality); level++)
        json_add_text(json, NULL, locality_text(locality, level));
    json_end(json, ']');
    json_begin_array(json, "levels");
    for (int i = 0; i < count; i++) {
        json_begin_array(json, NULL);
        for (int j = 0; j < count; j++)
            json_add_integer(json, NULL, locality_level(locality, pus[i], pus[j]));
        json_end(json, ']');
    }
    json_end(json, ']');
    locality_free(locality);
    return end_text(&text);
}

char *front_names(void)
{
    struct text text;
    struct json *json = begin_text(&text);

    json_add_texts(json, "default", placement_names());
    json_add_texts(json, "all", placement_names_all());
    json_add_text(json, "help", placement_help());
    json_begin_object(json, "meanings");
    for (const char *const *name = placement_names_all(); *name; name++)
        json_add_text(json, *name, placement_meaning(*name));
    json_end(json, '}');
    json_add_texts(json, "memory", pages_policies());
    return end_text(&text);
}

bool front_placement_is_name(const char *name, char *why)
{
    return placement_is_name(name, why, FRONT_TEXT);
}

bool front_pages_is_policy(const char *name)
{
    return pages_is_policy(name);
}

bool front_series(const char *name, int ranks, int index, uint64_t *series)
{
    const struct pattern *pattern = registry_pattern(name);

    *series = pattern->series ? pattern->series(ranks, index) : 0;
    return pattern->series ? *series != SERIES_END : index == 0;
}

bool front_size(const char *name, uint64_t series, int index, uint64_t *bytes)
{
    const struct pattern *pattern = registry_pattern(name);

    *bytes = pattern->size ? pattern->size(series, index) : 0;
    return *bytes > 0;
}

void front_cell(const char *name, int ranks, uint64_t bytes, uint64_t series, int reduction,
                struct front_cell *cell)
{
    struct job job = {.pattern = registry_pattern(name),
                      .ranks = ranks,
                      .bytes = bytes,
                      .series = series,
                      .reduction = (enum reduction)reduction};
    const struct pattern *pattern = job.pattern;
    const char *why = pattern_refusal(&job);

    *cell = (struct front_cell){.rate_bytes = pattern->rate_bytes(&job),
                                .rate_messages =
                                    pattern->rate_messages ? pattern->rate_messages(&job) : NAN};
    snprintf(cell->refusal, sizeof cell->refusal, "%s", why ? why : "");
    for (job.rank = 0; job.rank < ranks; job.rank++)
        cell->buffer_bytes +=
            (double)pattern->send_bytes(&job) + (double)pattern->recv_bytes(&job);
}

const char *front_pattern_refusal(const char *name, int ranks)
{
    const struct job job = {.pattern = registry_pattern(name), .ranks = ranks};

    return job.pattern->refusal ? job.pattern->refusal(&job) : NULL;
}

bool front_canary_open(char *why)
{
    return canary_open(why, FRONT_TEXT);
}

void front_canary_close(void)
{
    canary_close();
}

bool front_canary(const int *pus, int ranks, double values[5])
{
    struct canary canary;
    const bool good = canary_measure(pus, ranks, &canary);

    if (good) {
        values[0] = canary.handover_us;
        values[1] = canary.cache_us;
        values[2] = canary.memory_us;
        values[3] = canary.arithmetic_us;
        values[4] = canary.remote_us;
    }
    return good;
}

char *front_probes(void)
{
    char *text = NULL;
    size_t size;
    struct json json = {.out = open_memstream(&text, &size)};

    json_begin_array(&json, NULL);
    for (int i = 0; i < CALIBRATION_PROBES; i++) {
        const struct probe_name *probe = calibration_probe(i);

        json_begin_object(&json, NULL);
        json_add_text(&json, "name", probe->name);
        json_add_text(&json, "meaning", probe->meaning);
        json_add_boolean(&json, "pair", probe->pair);
        json_end(&json, '}');
    }
    json_end(&json, ']');
    fclose(json.out);
    return text;
}

bool front_calibrate(const int pus[2], size_t first_cache, size_t core_cache, double (*values)[3])
{
    struct quantity quantities[CALIBRATION_PROBES];
    char why[FRONT_TEXT];
    const bool good =
        bind_open(why, sizeof why) &&
        calibration_measure(pus, (struct core_caches){first_cache, core_cache}, quantities);

    for (int i = 0; i < CALIBRATION_PROBES && good; i++) {
        values[i][0] = quantities[i].median;
        values[i][1] = quantities[i].low;
        values[i][2] = quantities[i].high;
    }
    return good;
}
