/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/terminal/show.h"

#include "comops/launch/installed.h"
#include "comops/text/text.h"

#include <stdlib.h>
#include <string.h>

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

/* The costs that its source fixes; the rest is up to the runtime. */
static void print_cost(FILE *out, const struct offer *offer)
{
    static const char *const names[] = {"copies", "lines", "waits"};
    const char *const values[] = {offer->copies, offer->lines, offer->waits};
    const char *before = "    ";

    for (int i = 0; i < 3; i++)
        if (values[i]) {
            fprintf(out, "%s%s %s", before, names[i], values[i]);
            before = "; ";
        }
    fputs(*before == ';' ? "\n" : "    inside the runtime\n", out);
}

void show_pattern(FILE *out, const struct pattern *pattern, const struct path *paths,
                  int path_count, int width)
{
    struct source *sources = NULL;
    int count = 0;

    fprintf(out, "%s: %s\n  done when  %s\n  bytes      %s\n  rate       %s\n  source     %s\n\n",
            pattern->name, pattern->summary, pattern->completion, pattern->bytes_mean,
            pattern->rate_formula, pattern->source);
    for (int i = 0; i < path_count; i++)
        for (int j = 0; j < paths[i].offer_count; j++) {
            const struct offer *offer = &paths[i].offers[j];

            if (strcmp(offer->pattern, pattern->name) != 0)
                continue;
            fprintf(out, "  %s/%s: %s\n", paths[i].label, offer->protocol, offer->summary);
            print_cost(out, offer);
            add_source(&sources, &count, offer->file);
            char **with = text_list(offer->with ? offer->with : "");

            for (char **one = with; *one; one++)
                add_source(&sources, &count, *one);
            text_list_free(with);
        }
    fputs("\n  for P ranks: copies of each byte of a long message; for 8 bytes, cache lines that "
          "move "
          "between\n"
          "  cores and waits for another rank one after the other (docs/method.md)\n\n",
          out);
    print_sources(out, sources, count, width);
    for (int i = 0; i < count; i++)
        free_source(&sources[i]);
    free(sources);
}
