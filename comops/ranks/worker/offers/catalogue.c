/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/worker/offers/offer.h"

#include "comops/ranks/arena/arena.h"
#include "comops/ranks/contract/registry.h"
#include "comops/ranks/contract/vectors.h"
#include "comops/ranks/text/json.h"
#include "comops/ranks/worker/batch_cell.h"
#include "topology/placement.h"

/* The names of enum page_size. */
static const char *const pages[] = {"default", "4k", "thp", "2m", NULL};

static const char *const disturbances[DISTURBANCES + 1] = {
    [DISTURBANCE_WAITED] = "waited_us",
    [DISTURBANCE_STOLEN] = "stolen_us",
    [DISTURBANCE_SWITCHES] = "involuntary_switches",
    [DISTURBANCE_MIGRATIONS] = "migrations",
    [DISTURBANCE_FAULTS] = "page_faults",
};

static void add_patterns(struct json *json)
{
    int count;
    const struct pattern *const *patterns = registry_patterns(&count);

    json_begin_array(json, "patterns");
    for (int i = 0; i < count; i++) {
        json_begin_object(json, NULL);
        offer_add_pattern(json, patterns[i]);
        json_end(json, '}');
    }
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
    json_add_texts(&json, "disturbances", disturbances);
    json_add_texts(&json, "vector_sets", vector_set_names);
    json_end(&json, '}');
    putchar('\n');
}
