/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/commands/catalogue.h"
#include "comops/commands/command.h"
#include "comops/contract/registry.h"
#include "comops/launch/installed.h"
#include "comops/plan/names.h"
#include "comops/results/results.h"
#include "comops/run/campaign.h"
#include "comops/text/arguments.h"
#include "comops/text/text.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* A source file cut into lines. */
struct source {
    char *title, *text, **lines;
    size_t count, widest;
};

/* The whole file; the caller frees. */
static char *read_file(const char *name)
{
    static const char missing[] = "(the source is not installed here)\n";
    char *place = installed_file(name), *text = NULL;
    FILE *file = place ? fopen(place, "r") : NULL;
    size_t size = 0;

    if (!file || getdelim(&text, &size, '\0', file) < 0) {
        free(text);
        text = text_copy(file ? "" : missing);
    }
    if (file)
        fclose(file);
    free(place);
    return text;
}

static struct source read_source(const char *name)
{
    struct source source = {
        .title = text_copy(name), .text = read_file(name), .widest = strlen(name)};
    char *rest = source.text, *line;

    while ((line = strsep(&rest, "\n")) && (rest || *line)) {
        source.lines = memory_grow(source.lines, source.count, sizeof *source.lines);
        source.lines[source.count++] = line;
        source.widest = strlen(line) > source.widest ? strlen(line) : source.widest;
    }
    return source;
}

static void free_source(struct source *source)
{
    free(source->title);
    free(source->text);
    free(source->lines);
}

/* Adds a source unless it is there. */
static void add_source(struct source **sources, int *count, const char *name)
{
    for (int i = 0; i < *count; i++)
        if (strcmp((*sources)[i].title, name) == 0)
            return;
    *sources = memory_grow(*sources, (size_t)*count, sizeof **sources);
    (*sources)[(*count)++] = read_source(name);
}

static void print_beside(const struct source *sources, int count)
{
    size_t tallest = 0;

    for (int i = 0; i < count; i++) {
        tallest = sources[i].count > tallest ? sources[i].count : tallest;
        printf("%-*s", i + 1 < count ? (int)sources[i].widest + 3 : 0, sources[i].title);
    }
    fputs("\n\n", stdout);
    for (size_t line = 0; line < tallest; line++) {
        for (int i = 0; i < count; i++)
            printf("%-*s", i + 1 < count ? (int)sources[i].widest + 3 : 0,
                   line < sources[i].count ? sources[i].lines[line] : "");
        putchar('\n');
    }
    putchar('\n');
}

static void print_sources(const struct source *sources, int count, int width)
{
    for (int begin = 0, end; begin < count; begin = end) {
        size_t used = sources[begin].widest;

        for (end = begin + 1; end < count && used + 3 + sources[end].widest <= (size_t)width; end++)
            used += 3 + sources[end].widest;
        print_beside(sources + begin, end - begin);
    }
}

/* The costs that its source determines; the rest depends on the runtime. */
static void print_cost(const struct offer *offer)
{
    static const char *const names[] = {"copies", "crossings", "crossings if used", "lines",
                                        "waits"};
    const char *const values[] = {offer->copies, offer->crossings, offer->crossings_used,
                                  offer->lines, offer->waits};
    const char *before = "    ";

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (values[i]) {
            printf("%s%s %s", before, names[i], values[i]);
            before = "; ";
        }
    fputs(*before == ';' ? "\n" : "    inside the runtime\n", stdout);
}

/* Its own file, and further sources. */
static void add_sources(struct source **sources, int *count, const struct offer *offer)
{
    char **with = text_list(offer->with ? offer->with : "");

    add_source(sources, count, offer->file);
    for (char **one = with; *one; one++)
        add_source(sources, count, *one);
    text_list_free(with);
}

static void print_definition(const struct pattern *pattern)
{
    printf("%s: %s\n  done when  %s\n  bytes      %s\n  rate       %s\n  source     %s\n\n",
           pattern->name, pattern->summary, pattern->completion, pattern->bytes_mean,
           pattern->rate_formula, pattern->source);
}

static void print_implementation(const struct path *path, const struct offer *offer)
{
    printf("  %s/%s: %s\n", path->label, offer->protocol, offer->summary);
    print_cost(offer);
}

static void print_variables(void)
{
    puts("\n  for P ranks: copies of each byte of a long message, and how often the bytes counted\n"
         "  by the rate cross between cores (--consume no, timed); for 8 bytes, the cache line\n"
         "  transfers and the waits on the longest chain; L levels of groups with G ranks in\n"
         "  total, G = P for one group (docs/method/why.md)\n");
}

/* A pattern and its implementations over some paths. */
struct shown {
    const struct pattern *pattern;
    const struct path *paths;
    int path_count;
    struct source *sources;
    int source_count;
};

/* Collects the sources of the implementations, and prints each, or adds it to a list. */
static void show_each(struct shown *shown, json_t *list)
{
    for (const struct path *path = shown->paths; path < shown->paths + shown->path_count; path++)
        for (const struct offer *offer = path->offers; offer < path->offers + path->offer_count;
             offer++) {
            if (strcmp(offer->pattern, shown->pattern->name) != 0)
                continue;
            add_sources(&shown->sources, &shown->source_count, offer);
            if (!list) {
                print_implementation(path, offer);
                continue;
            }
            json_t *one = catalogue_offer(offer);

            json_object_set_new(one, "path", json_string(path->label));
            json_array_append_new(list, one);
        }
}

/* The definition, and the source of the implementations, side by side if they fit `width` columns.
 */
static void show_text(struct shown *shown, int width)
{
    print_definition(shown->pattern);
    show_each(shown, NULL);
    print_variables();
    print_sources(shown->sources, shown->source_count, width);
}

static json_t *sources_json(const struct shown *shown)
{
    json_t *sources = json_array();

    for (const struct source *one = shown->sources; one < shown->sources + shown->source_count;
         one++) {
        json_t *lines = json_array();

        for (size_t i = 0; i < one->count; i++)
            json_array_append_new(lines, results_text(one->lines[i]));
        json_array_append_new(sources, json_pack("{ss so}", "file", one->title, "lines", lines));
    }
    return sources;
}

static void show_json(struct shown *shown)
{
    json_t *list = json_array();

    show_each(shown, list);
    json_t *all = json_pack("{ss so so so}", "schema", "comops-show/1", "pattern",
                            catalogue_pattern(shown->pattern), "implementations", list, "sources",
                            sources_json(shown));

    json_dumpf(all, stdout, JSON_INDENT(2) | JSON_ENSURE_ASCII);
    putchar('\n');
    json_decref(all);
}

struct request {
    const char *pattern;
    bool json;
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct request *request = state->input;

    if (key == 'j') {
        request->json = true;
        return 0;
    }
    if (key == ARGP_KEY_ARG && !request->pattern) {
        request->pattern = argument;
        return 0;
    }
    if (key == ARGP_KEY_NO_ARGS)
        argp_error(state, "name a pattern; `comops list` shows them");
    return ARGP_ERR_UNKNOWN;
}

static int terminal_columns(void)
{
    struct winsize size;
    const char *set = getenv("COLUMNS");
    int64_t columns;

    if (set && text_parse_number(set, 1, INT_MAX, &columns))
        return (int)columns;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 100;
}

static void show(const struct pattern *pattern, bool json)
{
    int count;
    struct path *paths = paths_find(NULL, &count);
    struct shown shown = {.pattern = pattern, .paths = paths, .path_count = count};

    if (json)
        show_json(&shown);
    else
        show_text(&shown, terminal_columns());
    for (int i = 0; i < shown.source_count; i++)
        free_source(&shown.sources[i]);
    free(shown.sources);
    paths_free(paths, count);
}

int command_show(int argc, char **argv)
{
    static const struct argp_option table[] = {{"json", 'j', 0, 0, "Print JSON", 0}, {0}};
    static const struct argp argp = {.options = table,
                                     .parser = parse,
                                     .args_doc = "PATTERN",
                                     .doc = "Shows a pattern's definition and its implementations, "
                                            "side by side if the terminal is wide enough."};
    struct request request = {0};

    arguments_parse(&argp, argc, argv, 0, &request);
    const struct pattern *pattern = registry_pattern(request.pattern);

    if (!pattern) {
        names_refuse_pattern(request.pattern);
        return EXIT_USAGE;
    }
    show(pattern, request.json);
    return EXIT_SUCCESS;
}
