/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/commands/pstswm/pstswm_swap_table.h"

#include "comops/text/text.h"

#include <stdlib.h>
#include <string.h>

/* The orders that table 5 has, by the beginnings of their protocols. */
static const struct order {
    const char *begins, *name;
} orders[] = {{"(0,", "unordered"}, {"(1,", "ordered"}};

enum { ORDERS = sizeof orders / sizeof *orders };

/* A volume in one protocol of a path: its time in the fewest messages, in the most, and the best.
 */
struct line {
    const char *path, *protocol;
    double volume, fewest, most, fewest_us, most_us, best_us;
};

struct lines {
    struct line *all;
    size_t count;
};

static struct line *find_line(struct lines *lines, const char *path, const char *protocol,
                              double volume)
{
    for (struct line *line = lines->all; line < lines->all + lines->count; line++)
        if (strcmp(line->path, path) == 0 && strcmp(line->protocol, protocol) == 0 &&
            line->volume == volume)
            return line;
    lines->all = memory_grow(lines->all, lines->count, sizeof *lines->all);
    lines->all[lines->count] = (struct line){.path = path, .protocol = protocol, .volume = volume};
    return &lines->all[lines->count++];
}

static void take_cell(struct lines *lines, const json_t *cell)
{
    const char *path, *protocol, *pattern;
    double volume, bytes, us;

    if (json_unpack((json_t *)cell, "{ss ss ss sF sF sF}", "pattern", &pattern, "path", &path,
                    "protocol", &protocol, "series", &volume, "bytes", &bytes, "time_us", &us) ||
        strcmp(pattern, "swap_printed") != 0 || !json_is_true(json_object_get(cell, "valid")))
        return;
    struct line *line = find_line(lines, path, protocol, volume);
    const double messages = volume / bytes;

    if (!line->fewest || messages < line->fewest) {
        line->fewest = messages;
        line->fewest_us = us;
    }
    if (messages > line->most) {
        line->most = messages;
        line->most_us = us;
    }
    if (!line->best_us || us < line->best_us)
        line->best_us = us;
}

static const struct line *find_best(const struct lines *lines, const char *path,
                                    const struct order *order, double volume)
{
    const struct line *best = NULL;

    for (const struct line *line = lines->all; line < lines->all + lines->count; line++)
        if (strcmp(line->path, path) == 0 && line->volume == volume &&
            strncmp(line->protocol, order->begins, strlen(order->begins)) == 0 &&
            (!best || line->best_us < best->best_us))
            best = line;
    return best;
}

static void print_best(FILE *out, const struct line *line)
{
    if (!line) {
        fprintf(out, " %9s %-8s %10s", "-", "-", "-");
        return;
    }
    fprintf(out, " %9.0f %-8s", 2 * line->volume / line->best_us, line->protocol);
    if (line->most_us > line->fewest_us)
        fprintf(out, " %10.3f", (line->most_us - line->fewest_us) / (line->most - line->fewest));
    else
        fprintf(out, " %10s", "-");
}

/* True for the first line of a path, or of a volume. */
static bool is_new(const struct lines *lines, const struct line *line, bool path)
{
    for (const struct line *other = lines->all; other < line; other++)
        if (path ? strcmp(other->path, line->path) == 0 : other->volume == line->volume)
            return false;
    return true;
}

static void print_head(FILE *out, const struct lines *lines)
{
    char size[TEXT_SIZE];

    fputs("\nSWAP, peak bandwidth of both directions and latency of a message\n", out);
    fprintf(out, "%-18s", "");
    for (const struct line *line = lines->all; line < lines->all + lines->count; line++)
        if (is_new(lines, line, false))
            fprintf(out, " %9s %-19s", text_size(size, (size_t)line->volume), "");
    fprintf(out, "\n%-8s %-9s", "path", "protocols");
    for (const struct line *line = lines->all; line < lines->all + lines->count; line++)
        if (is_new(lines, line, false))
            fprintf(out, " %9s %-8s %10s", "MB/s", "protocol", "latency,us");
    fputc('\n', out);
}

static void print_row(FILE *out, const struct lines *lines, const char *path,
                      const struct order *order)
{
    fprintf(out, "%-8s %-9s", path, order->name);
    for (const struct line *line = lines->all; line < lines->all + lines->count; line++)
        if (is_new(lines, line, false))
            print_best(out, find_best(lines, path, order, line->volume));
    fputc('\n', out);
}

void swap_table_print(FILE *out, const json_t *cells)
{
    struct lines lines = {NULL, 0};
    const json_t *cell;
    size_t i;

    json_array_foreach(cells, i, cell) take_cell(&lines, cell);
    if (lines.count)
        print_head(out, &lines);
    for (const struct line *line = lines.all; line < lines.all + lines.count; line++)
        for (int order = 0; order < ORDERS && is_new(&lines, line, true); order++)
            print_row(out, &lines, line->path, &orders[order]);
    free(lines.all);
}
