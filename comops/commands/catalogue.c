/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/commands/catalogue.h"

#include "comops/arena/page_size.h"
#include "comops/launch/mpiexec.h"
#include "comops/plan/names.h"
#include "comops/plan/selection.h"
#include "comops/results/cell.h"
#include "comops/results/warnings.h"
#include "comops/terminal/list.h"
#include "comops/text/text.h"
#include "comops/worley/family.h"
#include "path_table.h" /* generated */

#include <string.h>

/* The protocols of a path that are measured where no pattern is named. */
static json_t *default_protocols(const char *path)
{
    json_t *array = json_array();

    for (const struct selection_default *one = selection_defaults; one->path; one++)
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
        json_array_append_new(array, json_pack("{ss ss}", "name", method->name, "buffers",
                                               names_buffers[method->buffers]));
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

/* The members of a cell's key, in order: those of a cell that has all. */
static json_t *key_members(void)
{
    const struct cell cell = {.pattern = "",
                              .path = "",
                              .protocol = "",
                              .placement = "",
                              .memory = "",
                              .buffers = "",
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
        json_array_append_new(array, json_pack("{ss so}", "version", mpiexec_launchers[i].version,
                                               "words", list_names(mpiexec_launchers[i].words)));
    return array;
}

/* Letters behind a number of bytes, and what they multiply it by. */
static json_t *suffixes_json(void)
{
    static const char *const sizes[] = {"1K", "1M", "1G", NULL};
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
    json_t *all = json_pack(
        "{so so so so so so so so so so so so s{ss} s{sf sf si}}", "patterns", list_patterns(),
        "paths", paths_json(), "placements", list_placements(), "methods", methods_json(),
        "buffers", list_names(names_buffers), "pages", list_names(page_size_names), "operations",
        list_names(reduction_operations), "datatypes", list_names(reduction_datatypes), "warnings",
        warning_entries(), "cell_key", key_members(), "mpi_launchers", launchers_json(),
        "size_suffixes", suffixes_json(), "families", WORLEY_FAMILY, WORLEY_NAMES, "statistics",
        "confidence", STATISTICS_CONFIDENCE, "outlier", STATISTICS_OUTLIER, "launches_least",
        LAUNCHES_LEAST);

    json_dumpf(all, out, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    fputc('\n', out);
    json_decref(all);
}
