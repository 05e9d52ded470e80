/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/terminal/matrix.h"

#include "comops/contract/registry.h"
#include "comops/text/text.h"

#include <string.h>

enum { PATTERN_COLUMN = 18, WORD = 16 };

struct matrix {
    FILE *out;
    const struct path *path;
    bool markdown;
    char **columns; /* protocols, or the families they belong to */
    char **reasons; /* for empty cells, in order of appearance */
};

static const char *column_of(const struct offer *offer)
{
    return offer->family ? offer->family : offer->protocol;
}

/* The index of the word in the list; a new word is appended. */
static size_t index_of(char ***list, const char *word)
{
    size_t i = 0;

    while (*list && (*list)[i] && strcmp((*list)[i], word) != 0)
        i++;
    if (!*list || !(*list)[i])
        text_list_add(list, text_copy(word));
    return i;
}

/* How many implementations a cell has; *family: its column is one of several protocols. */
static int count_offers(const struct path *path, const char *column, const char *pattern,
                        bool *family)
{
    int count = 0;

    *family = false;
    for (int i = 0; i < path->offer_count; i++)
        if (strcmp(column_of(&path->offers[i]), column) == 0) {
            *family = path->offers[i].family;
            count += strcmp(path->offers[i].pattern, pattern) == 0;
        }
    return count;
}

/* a to z, then aa, ab ... */
static const char *label(char into[WORD], size_t index)
{
    if (index < 26)
        snprintf(into, WORD, "%c", (int)('a' + index));
    else
        snprintf(into, WORD, "%c%c", (int)('a' + index / 26 - 1), (int)('a' + index % 26));
    return into;
}

/* "yes", the number of a family's protocols, or the label of the reason. */
static const char *describe_cell(char into[WORD], struct matrix *matrix, const char *column,
                                 const char *pattern)
{
    bool family;
    const int offers = count_offers(matrix->path, column, pattern, &family);
    const char *reason = path_reason(matrix->path, column, pattern);

    if (offers && !family)
        return "yes";
    if (!offers && !reason)
        return "?";
    if (!offers)
        return label(into, index_of(&matrix->reasons, reason));
    snprintf(into, WORD, "%d", offers);
    return into;
}

static void print_cell(const struct matrix *matrix, const char *column, const char *text)
{
    const int width = (int)strlen(column);

    if (matrix->markdown)
        fprintf(matrix->out, " %s |", text);
    else
        fprintf(matrix->out, " %-*s", width > 5 ? width : 5, text);
}

static void print_name(const struct matrix *matrix, const char *name)
{
    if (matrix->markdown)
        fprintf(matrix->out, "| %s |", name);
    else
        fprintf(matrix->out, "  %-*s", PATTERN_COLUMN, name);
}

static void print_head(const struct matrix *matrix)
{
    fprintf(matrix->out,
            matrix->markdown ? "\n## Path %s: %d implementations\n\n"
                             : "\nPath %s: %d implementations\n",
            matrix->path->label, matrix->path->offer_count);
    print_name(matrix, matrix->markdown ? "pattern" : "");
    for (char **column = matrix->columns; column && *column; column++)
        print_cell(matrix, *column, *column);
    fputc('\n', matrix->out);
    if (!matrix->markdown)
        return;
    print_name(matrix, "---");
    for (char **column = matrix->columns; column && *column; column++)
        print_cell(matrix, *column, "---");
    fputc('\n', matrix->out);
}

static void print_rows(struct matrix *matrix)
{
    int count;
    const struct pattern *const *patterns = registry_patterns(&count);
    char word[WORD];

    for (int i = 0; i < count; i++) {
        print_name(matrix, patterns[i]->name);
        for (char **column = matrix->columns; column && *column; column++)
            print_cell(matrix, *column, describe_cell(word, matrix, *column, patterns[i]->name));
        fputc('\n', matrix->out);
    }
}

void matrix_print(FILE *out, const struct path *path, bool markdown)
{
    struct matrix matrix = {.out = out, .path = path, .markdown = markdown};
    char word[WORD];

    if (path->missing) {
        fprintf(out, "\nPath %s is missing: %s\n", path->label, path->missing);
        return;
    }
    for (int i = 0; i < path->offer_count; i++)
        index_of(&matrix.columns, column_of(&path->offers[i]));
    print_head(&matrix);
    print_rows(&matrix);
    if (markdown)
        fputc('\n', out);
    for (size_t i = 0; i < text_list_length(matrix.reasons); i++)
        fprintf(out, markdown ? "- %s: %s\n" : "  %s  %s\n", label(word, i), matrix.reasons[i]);
    text_list_free(matrix.columns);
    text_list_free(matrix.reasons);
}
