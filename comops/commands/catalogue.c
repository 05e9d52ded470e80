/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/commands/catalogue.h"

#include "comops/arena/page_size.h"
#include "comops/contract/registry.h"
#include "comops/launch/mpiexec.h"
#include "comops/plan/names.h"
#include "comops/results/cell.h"
#include "comops/findings/verdict.h"
#include "comops/results/warnings.h"
#include "comops/text/text.h"
#include "comops/worley/family.h"
#include "path_table.h" /* generated */
#include "topology/placement.h"

#include <stdlib.h>
#include <string.h>

json_t *catalogue_pattern(const struct pattern *pattern)
{
    return json_pack("{ss ss ss ss ss ss si si si sb sb sb sb sb ss?}", "name", pattern->name,
                     "summary", pattern->summary, "completion", pattern->completion, "bytes",
                     pattern->bytes_mean, "rate_formula", pattern->rate_formula, "source",
                     pattern->source, "unit", (int)pattern->unit, "min_ranks", pattern->min_ranks,
                     "messages", pattern->messages, "closed", pattern->non_overlapping, "isolated",
                     pattern->isolated, "synchronises", pattern->synchronises, "reduces",
                     pattern->reduces, "by_default", pattern->by_default, "series_of",
                     pattern->series_of);
}

json_t *catalogue_offer(const struct offer *offer)
{
    return json_pack("{ss ss ss ss ss? ss? ss? ss? ss? ss?}", "protocol", offer->protocol,
                     "pattern", offer->pattern, "summary", offer->summary, "file", offer->file,
                     "family", offer->family, "copies", offer->copies, "crossings",
                     offer->crossings, "crossings_used", offer->crossings_used, "lines",
                     offer->lines, "waits", offer->waits);
}

json_t *catalogue_patterns(void)
{
    json_t *array = json_array();
    int count;
    const struct pattern *const *patterns = registry_patterns(&count);

    for (int i = 0; i < count; i++)
        json_array_append_new(array, catalogue_pattern(patterns[i]));
    return array;
}

json_t *catalogue_placements(void)
{
    json_t *array = json_array();

    for (const char *const *name = placement_names_all(); *name; name++)
        json_array_append_new(
            array, json_pack("{ss ss}", "name", *name, "meaning", placement_meaning(*name)));
    return array;
}

json_t *catalogue_names(const char *const *names)
{
    json_t *array = json_array();

    for (; names && *names; names++)
        json_array_append_new(array, json_string(*names));
    return array;
}

/* The protocols of a path that are measured if no pattern is named. */
static json_t *default_protocols(const char *path)
{
    json_t *array = json_array();

    for (const struct path_protocol *one = names_defaults; one->path; one++)
        if (strcmp(one->path, path) == 0)
            json_array_append_new(array, json_string(one->protocol));
    return array;
}

static json_t *paths_json(void)
{
    json_t *array = json_array();

    for (size_t i = 0; i < sizeof path_table / sizeof *path_table; i++)
        json_array_append_new(array,
                              json_pack("{ss so}", "name", path_table[i].label, "default_protocols",
                                        default_protocols(path_table[i].label)));
    return array;
}

static json_t *methods_json(void)
{
    json_t *array = json_array();

    for (const struct method *method = methods; method->name; method++)
        json_array_append_new(array, json_pack("{ss ss ss}", "name", method->name, "buffers",
                                               names_buffers[method->buffers], "consume",
                                               consumption_names[method->consume]));
    return array;
}

static json_t *warning_entries(void)
{
    json_t *array = json_array();

    for (int i = 0; i < WARNINGS; i++)
        json_array_append_new(
            array, json_pack("{ss ss ss ss sf}", "name", warnings_all[i].name, "title",
                             warnings_all[i].title, "meaning", warnings_all[i].meaning, "advice",
                             warnings_all[i].advice, "limit", warnings_all[i].limit));
    return array;
}

/* A side's protocols; null: any. */
static json_t *side_json(const struct verdict_side *side)
{
    const char *const *protocols = (const char *const *)side->protocols;

    return json_pack("{ss? so ss}", "path", side->path, "protocols",
                     protocols ? catalogue_names(protocols) : json_null(), "words", side->words);
}

static json_t *verdict_entries(void)
{
    json_t *array = json_array();

    for (int i = 0; i < VERDICTS; i++) {
        const struct verdict_kind *kind = &verdicts_all[i];

        json_array_append_new(array,
                              json_pack("{ss ss s[oo] ss}", "name", kind->name, "title",
                                        kind->title, "sides", side_json(&kind->sides[0]),
                                        side_json(&kind->sides[1]), "command", kind->command));
    }
    return array;
}

/* The members of a cell's key, in order: those of a cell that has all. */
static json_t *key_members(void)
{
    const struct cell cell = {.pattern = "",
                              .path = "",
                              .protocol = "",
                              .placement = "",
                              .memory = "",
                              .pages = "",
                              .skew = "",
                              .buffers = "",
                              .consume = "",
                              .mode = "",
                              .method = methods,
                              .series_of = "",
                              .reduces = true};
    json_t *array = json_array(), *key = cell_key(&cell), *value;
    const char *name;

    json_object_foreach(key, name, value) json_array_append_new(array, json_string(name));
    json_decref(key);
    return array;
}

static json_t *launchers_json(void)
{
    json_t *array = json_array();

    for (int i = 0; i < MPIEXEC_LAUNCHERS; i++)
        json_array_append_new(array,
                              json_pack("{ss so}", "version", mpiexec_launchers[i].version, "words",
                                        catalogue_names(mpiexec_launchers[i].words)));
    return array;
}

/* Letters behind a number of bytes, and what they multiply it by. */
static json_t *suffixes_json(void)
{
    static const char *const sizes[] = {"1K", "1M", "1G", "1T", NULL};
    json_t *object = json_object();

    for (const char *const *size = sizes; *size; size++) {
        size_t bytes = 0;

        text_parse_size(*size, &bytes);
        json_object_set_new(object, *size + 1, json_integer((json_int_t)bytes));
    }
    return object;
}

void catalogue_print(FILE *out)
{
    json_t *all =
        json_pack("{so so so so so so so so so so so so so so s{ss} s{sf sf sf si}}", "patterns",
                  catalogue_patterns(), "paths", paths_json(), "placements", catalogue_placements(),
                  "methods", methods_json(), "buffers", catalogue_names(names_buffers), "consume",
                  catalogue_names(consumption_names), "pages", catalogue_names(page_size_names),
                  "operations", catalogue_names(reduction_operations), "datatypes",
                  catalogue_names(reduction_datatypes), "warnings", warning_entries(), "verdicts",
                  verdict_entries(), "cell_key", key_members(), "mpi_launchers", launchers_json(),
                  "size_suffixes", suffixes_json(), "families", WORLEY_FAMILY, WORLEY_NAMES,
                  "statistics", "confidence", STATISTICS_CONFIDENCE, "outlier", STATISTICS_OUTLIER,
                  "equivalence_margin", DECISION_MARGIN, "launches_least", LAUNCHES_LEAST);

    json_dumpf(all, out, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    fputc('\n', out);
    json_decref(all);
}
