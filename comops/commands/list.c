/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/commands/catalogue.h"
#include "comops/commands/command.h"
#include "comops/contract/registry.h"
#include "comops/terminal/matrix.h"
#include "comops/text/arguments.h"
#include "topology/placement.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

enum { PATTERN_COLUMN = 18 };

static void print_all(const struct path *paths, int path_count)
{
    int count;
    const struct pattern *const *patterns = registry_patterns(&count);

    fputs("Patterns (* measured by default)\n", stdout);
    for (int i = 0; i < count; i++)
        printf("%c %-*s %s\n", patterns[i]->by_default ? '*' : ' ', PATTERN_COLUMN,
               patterns[i]->name, patterns[i]->summary);
    for (int i = 0; i < path_count; i++)
        matrix_print(stdout, &paths[i], false);
    fputs("\nPlacements (`comops machine` shows which ones this machine offers)\n", stdout);
    for (const char *const *name = placement_names_all(); *name; name++)
        printf("  %-12s %s\n", *name, placement_meaning(*name));
    fputs("  also distance:K, pu:0+2+5-7, numa:0.core:0-3: see `comops machine --help`\n"
          "\nBuffers\n"
          "  reuse        the same data in every run, in warm caches\n"
          "  rewrite      the sender writes its buffer before each run\n"
          "  cold         caches are flushed before each sample\n"
          "\nConsumption (--consume)\n"
          "  no           nobody reads the received data\n"
          "  between      each receiver reads all of them after its end stamp\n"
          "  timed        before its end stamp: the time until the data are used\n"
          "\nReductions\n"
          "  max, sum (--op) of double, float, int64, int32 (--datatype)\n",
          stdout);
}

static void print_definition(const struct pattern *pattern)
{
    printf("\n### %s\n%s.\n\n", pattern->name, pattern->summary);
    printf("- complete when: %s\n- bytes: %s\n- rate: %s\n- source: %s\n", pattern->completion,
           pattern->bytes_mean, pattern->rate_formula, pattern->source);
    if (pattern->series_of)
        printf("- one series per value of `%s`\n", pattern->series_of);
    if (pattern->reduces)
        fputs("- --op and --datatype choose the reduction (default: max of double)\n", stdout);
    if (pattern->isolated)
        fputs("- never run in a loop\n", stdout);
    if (pattern->by_default)
        fputs("- measured by default\n", stdout);
}

static void print_markdown(const struct path *paths, int path_count)
{
    int count;
    const struct pattern *const *patterns = registry_patterns(&count);

    fputs("# Patterns and their implementations\n\n"
          "Written by `comops list --markdown`. A pattern defines what must move and when it has "
          "arrived,\na protocol how a path moves it. A table for each path, at the end, shows "
          "which protocols implement\nwhich pattern. [Notes](method/pattern-notes.md) say what "
          "differs from the publications.\n\n## Definitions\n",
          stdout);
    for (int i = 0; i < count; i++)
        print_definition(patterns[i]);
    for (int i = 0; i < path_count; i++)
        matrix_print(stdout, &paths[i], true);
}

static json_t *path_json(const struct path *path)
{
    json_t *offers = json_array(), *lacks = json_array();

    for (int i = 0; i < path->offer_count; i++)
        json_array_append_new(offers, catalogue_offer(&path->offers[i]));
    for (int i = 0; i < path->lack_count; i++)
        json_array_append_new(lacks, json_pack("{ss ss ss}", "protocol", path->lacks[i].protocol,
                                               "patterns", path->lacks[i].patterns, "reason",
                                               path->lacks[i].reason));
    return json_pack("{ss ss? so so so}", "name", path->label, "missing", path->missing, "launcher",
                     catalogue_names((const char **)path->launcher), "implementations", offers,
                     "absent", lacks);
}

static void print_json(const struct path *paths, int path_count)
{
    json_t *array = json_array();

    for (int i = 0; i < path_count; i++)
        json_array_append_new(array, path_json(&paths[i]));
    json_t *all =
        json_pack("{ss so so so}", "schema", "comops-list/1", "patterns", catalogue_patterns(),
                  "paths", array, "placements", catalogue_placements());

    json_dumpf(all, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(all);
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    (void)argument;
    if (key != 'j' && key != 'm' && key != 'c')
        return ARGP_ERR_UNKNOWN;
    *(int *)state->input = key;
    return 0;
}

int command_list(int argc, char **argv)
{
    static const struct argp_option table[] = {
        {"json", 'j', 0, 0, "Print JSON", 0},
        {"markdown", 'm', 0, 0, "Print Markdown, as in docs/patterns.md", 0},
        {"catalogue", 'c', 0, 0,
         "Print catalogue.json: everything that does not depend on the machine", 0},
        {0}};
    static const struct argp argp = {.options = table,
                                     .parser = parse,
                                     .doc = "Lists patterns, protocols and placements, and says "
                                            "what is missing here and why."};
    int form = 0, count;

    arguments_parse(&argp, argc, argv, 0, &form);
    if (form == 'c') {
        catalogue_print(stdout);
        return EXIT_SUCCESS;
    }
    struct path *paths = paths_find(NULL, &count);

    if (form == 'j')
        print_json(paths, count);
    else if (form == 'm')
        print_markdown(paths, count);
    else
        print_all(paths, count);
    paths_free(paths, count);
    return EXIT_SUCCESS;
}
