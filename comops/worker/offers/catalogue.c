/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/worker/offers/offer.h"

#include "comops/arena/arena.h"
#include "comops/contract/registry.h"
#include "comops/contract/vectors.h"
#include "comops/text/json.h"
#include "comops/worker/batch_cell.h"
#include "comops/worley/family.h"
#include "topology/pages.h"
#include "topology/placement.h"

/* In the order of enum poll. */
static const char *const polls[] = {"pause", "fence", "nothing", "event", NULL};
/* The names of enum page_size. */
static const char *const pages[] = {"default", "4k", "thp", "2m", NULL};

static const char *const disturbances[DISTURBANCES + 1] = {
    [DISTURBANCE_WAITED] = "waited_us",
    [DISTURBANCE_STOLEN] = "stolen_us",
    [DISTURBANCE_SWITCHES] = "involuntary_switches",
    [DISTURBANCE_MIGRATIONS] = "migrations",
    [DISTURBANCE_FAULTS] = "page_faults",
};

static void add_pattern(struct json *json, const struct pattern *pattern)
{
    json_begin_object(json, NULL);
    json_add_text(json, "name", pattern->name);
    json_add_text(json, "summary", pattern->summary);
    json_add_text(json, "completion", pattern->completion);
    json_add_text(json, "bytes", pattern->bytes_mean);
    json_add_text(json, "rate_formula", pattern->rate_formula);
    json_add_text(json, "source", pattern->source);
    json_add_integer(json, "unit", (int64_t)pattern->unit);
    json_add_boolean(json, "empty", pattern->empty);
    json_add_integer(json, "min_ranks", pattern->min_ranks);
    json_add_integer(json, "messages", pattern->messages);
    json_add_boolean(json, "closed", pattern->non_overlapping);
    json_add_boolean(json, "isolated", pattern->isolated);
    json_add_boolean(json, "synchronises", pattern->synchronises);
    json_add_boolean(json, "answers", pattern->answers);
    json_add_boolean(json, "passive", pattern->passive);
    json_add_boolean(json, "reduces", pattern->reduces);
    json_add_boolean(json, "computes", pattern->computes);
    json_add_boolean(json, "by_default", pattern->by_default);
    json_add_text(json, "series_of", pattern->series_of);
    json_end(json, '}');
}

static void add_patterns(struct json *json)
{
    int count;
    const struct pattern *const *patterns = registry_patterns(&count);

    json_begin_array(json, "patterns");
    for (int i = 0; i < count; i++)
        add_pattern(json, patterns[i]);
    json_end(json, ']');
}

static void add_placements(struct json *json)
{
    json_begin_array(json, "placements");
    for (const char *const *name = placement_names_all(); *name; name++) {
        json_begin_object(json, NULL);
        json_add_text(json, "name", *name);
        json_add_text(json, "meaning", placement_meaning(*name));
        json_end(json, '}');
    }
    json_end(json, ']');
}

static void add_vector_sets(struct json *json)
{
    json_begin_array(json, "vector_sets");
    for (int i = 0; i < VECTOR_SETS; i++)
        json_add_text(json, NULL, vector_set_names[i]);
    json_end(json, ']');
}

void catalogue_print(void)
{
    struct json json = {.out = stdout};

    json_begin_object(&json, NULL);
    add_patterns(&json);
    add_placements(&json);
    json_add_texts(&json, "memory", pages_policies());
    json_add_texts(&json, "pages", pages);
    json_add_texts(&json, "consume", consumption_names);
    json_add_texts(&json, "operations", reduction_operations);
    json_add_texts(&json, "datatypes", reduction_datatypes);
    json_add_texts(&json, "polls", polls);
    json_add_texts(&json, "disturbances", disturbances);
    add_vector_sets(&json);
    json_begin_object(&json, "families");
    json_add_text(&json, WORLEY_FAMILY, WORLEY_NAMES);
    json_end(&json, '}');
    json_end(&json, '}');
    putchar('\n');
}
