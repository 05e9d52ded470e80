/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/terminal/list.h"

#include "comops/contract/registry.h"
#include "comops/terminal/matrix.h"
#include "topology/placement.h"

#include <jansson.h>

enum { PATTERN_COLUMN = 18 };

void list_print(FILE *out, const struct path *paths, int path_count)
{
    int count;
    const struct pattern *const *patterns = registry_patterns(&count);

    fputs("Patterns (* measured by default)\n", out);
    for (int i = 0; i < count; i++)
        fprintf(out, "%c %-*s %s\n", patterns[i]->by_default ? '*' : ' ', PATTERN_COLUMN,
                patterns[i]->name, patterns[i]->summary);
    for (int i = 0; i < path_count; i++)
        matrix_print(out, &paths[i], false);
    fputs("\nPlacements (`comops machine` shows which ones this machine offers)\n", out);
    for (const char *const *name = placement_names_all(); *name; name++)
        fprintf(out, "  %-12s %s\n", *name, placement_meaning(*name));
    fputs("  also distance:K, pu:0+2+5-7, numa:0.core:0-3: see `comops machine --help`\n"
          "\nBuffers\n"
          "  reuse        the same data in every run, in warm caches\n"
          "  rewrite      the sender writes its buffer before each run\n"
          "  cold         caches are flushed before each sample\n"
          "\nReductions\n"
          "  max, sum (--op) of double, float, int64 (--datatype)\n",
          out);
}

static void print_definition(FILE *out, const struct pattern *pattern)
{
    fprintf(out, "\n### %s\n%s.\n\n", pattern->name, pattern->summary);
    fprintf(out, "- complete when: %s\n- bytes: %s\n- rate: %s\n- source: %s\n",
            pattern->completion, pattern->bytes_mean, pattern->rate_formula, pattern->source);
    if (pattern->series_of)
        fprintf(out, "- one series for each %s\n", pattern->series_of);
    if (pattern->reduces)
        fputs("- --op and --datatype choose the reduction (default: max of double)\n", out);
    if (pattern->isolated)
        fputs("- never run in a loop\n", out);
    if (pattern->by_default)
        fputs("- measured by default\n", out);
}

void list_markdown(FILE *out, const struct path *paths, int path_count)
{
    int count;
    const struct pattern *const *patterns = registry_patterns(&count);

    fputs("# Patterns and their implementations\n\n"
          "Written by `comops list --markdown`. A pattern defines what must move and when it has "
          "arrived,\na protocol how a path moves it. [method.md](method.md) explains how they are "
          "measured.\n",
          out);
    for (int i = 0; i < path_count; i++)
        matrix_print(out, &paths[i], true);
    fputs("\n## Definitions\n", out);
    for (int i = 0; i < count; i++)
        print_definition(out, patterns[i]);
}

static json_t *pattern_json(const struct pattern *pattern)
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

json_t *list_patterns(void)
{
    json_t *array = json_array();
    int count;
    const struct pattern *const *patterns = registry_patterns(&count);

    for (int i = 0; i < count; i++)
        json_array_append_new(array, pattern_json(patterns[i]));
    return array;
}

json_t *list_placements(void)
{
    json_t *array = json_array();

    for (const char *const *name = placement_names_all(); *name; name++)
        json_array_append_new(
            array, json_pack("{ss ss}", "name", *name, "meaning", placement_meaning(*name)));
    return array;
}

json_t *list_names(const char *const *names)
{
    json_t *array = json_array();

    for (; names && *names; names++)
        json_array_append_new(array, json_string(*names));
    return array;
}

static json_t *path_json(const struct path *path)
{
    json_t *offers = json_array(), *lacks = json_array();

    for (int i = 0; i < path->offer_count; i++)
        json_array_append_new(
            offers, json_pack("{ss ss ss ss ss? ss? ss? ss?}", "protocol", path->offers[i].protocol,
                              "pattern", path->offers[i].pattern, "summary",
                              path->offers[i].summary, "file", path->offers[i].file, "family",
                              path->offers[i].family, "copies", path->offers[i].copies, "lines",
                              path->offers[i].lines, "waits", path->offers[i].waits));
    for (int i = 0; i < path->lack_count; i++)
        json_array_append_new(lacks, json_pack("{ss ss ss}", "protocol", path->lacks[i].protocol,
                                               "patterns", path->lacks[i].patterns, "reason",
                                               path->lacks[i].reason));
    return json_pack("{ss ss? so so so}", "name", path->label, "missing", path->missing, "launcher",
                     list_names((const char **)path->launcher), "implementations", offers, "absent",
                     lacks);
}

void list_json(FILE *out, const struct path *paths, int path_count)
{
    json_t *array = json_array();

    for (int i = 0; i < path_count; i++)
        json_array_append_new(array, path_json(&paths[i]));
    json_t *all = json_pack("{so so so}", "patterns", list_patterns(), "paths", array, "placements",
                            list_placements());

    json_dumpf(all, out, JSON_INDENT(2));
    fputc('\n', out);
    json_decref(all);
}
