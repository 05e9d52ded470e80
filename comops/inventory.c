/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/inventory.h"

#include "comops/registry.h"
#include "comops/text.h"
#include "topology/placement.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const struct offer *find_offer(const struct path *path, const char *protocol,
                                      const char *pattern)
{
    for (int i = 0; i < path->offer_count; i++)
        if (strcmp(path->offers[i].protocol, protocol) == 0 &&
            strcmp(path->offers[i].pattern, pattern) == 0)
            return &path->offers[i];
    return NULL;
}

/* True for the first offer of its protocol. */
static bool heads_protocol(const struct path *path, int offer)
{
    for (int i = 0; i < offer; i++)
        if (strcmp(path->offers[i].protocol, path->offers[offer].protocol) == 0)
            return false;
    return true;
}

enum { PATTERN_COLUMN = 15 };

/* One line of the matrix: a word for each protocol of each path. */
static void list_row(FILE *out, const struct path *paths, int path_count, const char *head,
                     const char *(*word)(const struct path *, const char *protocol,
                                         const char *head))
{
    fprintf(out, "  %-*s", PATTERN_COLUMN, head);
    for (int i = 0; i < path_count; i++)
        for (int j = 0; j < paths[i].offer_count; j++)
            if (heads_protocol(&paths[i], j)) {
                const char *protocol = paths[i].offers[j].protocol;

                fprintf(out, " %-*s", (int)strlen(protocol) > 7 ? (int)strlen(protocol) : 7,
                        word(&paths[i], protocol, head));
            }
    fputc('\n', out);
}

static const char *path_word(const struct path *path, const char *protocol, const char *head)
{
    (void)protocol;
    (void)head;
    return path->label;
}

static const char *protocol_word(const struct path *path, const char *protocol, const char *head)
{
    (void)path;
    (void)head;
    return protocol;
}

static const char *cell_word(const struct path *path, const char *protocol, const char *pattern)
{
    return find_offer(path, protocol, pattern) ? "yes" : "-";
}

void inventory_list(FILE *out, const struct path *paths, int path_count)
{
    int count;
    const struct pattern *const *patterns = registry_patterns(&count);

    fputs("Patterns (* are measured when none is named)\n", out);
    for (int i = 0; i < count; i++)
        fprintf(out, "%c %-*s %s\n", patterns[i]->by_default ? '*' : ' ', PATTERN_COLUMN,
                patterns[i]->name, patterns[i]->summary);
    fputs("\nImplementations\n", out);
    list_row(out, paths, path_count, "", path_word);
    list_row(out, paths, path_count, "", protocol_word);
    for (int i = 0; i < count; i++)
        list_row(out, paths, path_count, patterns[i]->name, cell_word);
    for (int i = 0; i < path_count; i++)
        if (paths[i].missing)
            fprintf(out, "  %s missing: %s\n", paths[i].label, paths[i].missing);
    fputs("\nPlacements (`comops machine` says which of them this machine offers)\n", out);
    for (const char *const *name = placement_names(); *name; name++)
        fprintf(out, "  %-12s %s\n", *name, placement_meaning(*name));
    fputs("\nBuffers\n"
          "  reuse        the same bytes again and again; flatters caches\n"
          "  rewrite      the sender writes its buffer before each run\n"
          "  cold         the caches are flushed before each sample\n",
          out);
}

static json_t *pattern_json(const struct pattern *pattern)
{
    return json_pack("{ss ss ss ss ss ss si si sb}", "name", pattern->name, "summary",
                     pattern->summary, "completion", pattern->completion, "bytes",
                     pattern->bytes_mean, "rate_formula", pattern->rate_formula, "source",
                     pattern->source, "unit", (int)pattern->unit, "min_ranks", pattern->min_ranks,
                     "closed", pattern->closed);
}

static json_t *path_json(const struct path *path)
{
    json_t *offers = json_array();

    for (int i = 0; i < path->offer_count; i++)
        json_array_append_new(offers, json_pack("{ss ss ss}", "protocol", path->offers[i].protocol,
                                                "pattern", path->offers[i].pattern, "summary",
                                                path->offers[i].summary));
    return json_pack("{ss ss? so}", "name", path->label, "missing", path->missing,
                     "implementations", offers);
}

void inventory_list_json(FILE *out, const struct path *paths, int path_count)
{
    json_t *all = json_pack("{s[] s[] s[]}", "patterns", "paths", "placements");
    int count;
    const struct pattern *const *patterns = registry_patterns(&count);

    for (int i = 0; i < count; i++)
        json_array_append_new(json_object_get(all, "patterns"), pattern_json(patterns[i]));
    for (int i = 0; i < path_count; i++)
        json_array_append_new(json_object_get(all, "paths"), path_json(&paths[i]));
    for (const char *const *name = placement_names(); *name; name++)
        json_array_append_new(json_object_get(all, "placements"),
                              json_pack("{ss ss}", "name", *name, "meaning",
                                        placement_meaning(*name)));
    json_dumpf(all, out, JSON_INDENT(2));
    fputc('\n', out);
    json_decref(all);
}

/* A source file cut into lines. */
struct source {
    char *title, *text, **lines;
    size_t count, widest;
};

static struct source read_source(const struct path *path, const struct offer *offer)
{
    struct source source = {0};
    char *name = NULL, *place;
    FILE *file;

    if (asprintf(&name, "%s/%s/%s.c", path->folder, offer->protocol, offer->pattern) < 0)
        memory_or_die(NULL);
    source.title = name;
    place = launch_data(name);
    file = place ? fopen(place, "r") : NULL;
    source.text = memory_or_die(calloc(1, 65536));
    if (file) {
        source.text[fread(source.text, 1, 65535, file)] = '\0';
        fclose(file);
    } else {
        strcpy(source.text, "(the source is not installed here)\n");
    }
    free(place);
    char *rest = source.text, *line;

    source.widest = strlen(source.title);
    while ((line = strsep(&rest, "\n")) && (rest || *line)) {
        source.lines = memory_or_die(
            realloc(source.lines, (source.count + 1) * sizeof *source.lines));
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

static void print_beside(FILE *out, const struct source *sources, int count)
{
    size_t tallest = 0;

    for (int i = 0; i < count; i++) {
        tallest = sources[i].count > tallest ? sources[i].count : tallest;
        fprintf(out, "%-*s", i + 1 < count ? (int)sources[i].widest + 3 : 0, sources[i].title);
    }
    fputs("\n\n", out);
    for (size_t line = 0; line < tallest; line++) {
        for (int i = 0; i < count; i++)
            fprintf(out, "%-*s", i + 1 < count ? (int)sources[i].widest + 3 : 0,
                    line < sources[i].count ? sources[i].lines[line] : "");
        fputc('\n', out);
    }
    fputc('\n', out);
}

static void print_sources(FILE *out, const struct source *sources, int count, int width)
{
    for (int begin = 0, end; begin < count; begin = end) {
        size_t used = sources[begin].widest;

        for (end = begin + 1; end < count && used + 3 + sources[end].widest <= (size_t)width; end++)
            used += 3 + sources[end].widest;
        print_beside(out, sources + begin, end - begin);
    }
}

bool inventory_show(FILE *out, const char *name, const struct path *paths, int path_count,
                    int width)
{
    const struct pattern *pattern = registry_pattern(name);
    struct source *sources = NULL;
    int count = 0;

    if (!pattern)
        return false;
    fprintf(out, "%s: %s\n  done when  %s\n  bytes      %s\n  rate       %s\n  source     %s\n\n",
            pattern->name, pattern->summary, pattern->completion, pattern->bytes_mean,
            pattern->rate_formula, pattern->source);
    for (int i = 0; i < path_count; i++)
        for (int j = 0; j < paths[i].offer_count; j++) {
            const struct offer *offer = &paths[i].offers[j];

            if (strcmp(offer->pattern, name) != 0)
                continue;
            fprintf(out, "  %s/%s: %s\n", paths[i].label, offer->protocol, offer->summary);
            sources = memory_or_die(realloc(sources, (size_t)(count + 1) * sizeof *sources));
            sources[count++] = read_source(&paths[i], offer);
        }
    fputc('\n', out);
    print_sources(out, sources, count, width);
    for (int i = 0; i < count; i++)
        free_source(&sources[i]);
    free(sources);
    return true;
}
