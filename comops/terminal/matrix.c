/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/terminal/matrix.h"

#include "comops/contract/registry.h"

#include <string.h>

enum { COLUMNS_MOST = 32, PATTERN_COLUMN = 18, WORD = 16, REASONS_MOST = 26 };

static const char *column_of(const struct offer *offer)
{
    return offer->family ? offer->family : offer->protocol;
}

static void add_column(const char *columns[COLUMNS_MOST], int *count, const char *name)
{
    for (int i = 0; i < *count; i++)
        if (strcmp(columns[i], name) == 0)
            return;
    if (*count < COLUMNS_MOST)
        columns[(*count)++] = name;
}

static int find_columns(const struct path *path, const char *columns[COLUMNS_MOST])
{
    int count = 0;

    for (int i = 0; i < path->offer_count; i++)
        add_column(columns, &count, column_of(&path->offers[i]));
    return count;
}

static int count_offers(const struct path *path, const char *column, const char *pattern)
{
    int count = 0;

    for (int i = 0; i < path->offer_count; i++)
        count += strcmp(column_of(&path->offers[i]), column) == 0 &&
                 strcmp(path->offers[i].pattern, pattern) == 0;
    return count;
}

/* Whether the word is one of those between blanks; "*" covers all. */
static bool covers(const char *words, const char *word)
{
    const size_t length = strlen(word);

    if (strcmp(words, "*") == 0)
        return true;
    for (const char *at = words; (at = strstr(at, word)); at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

/* The reasons for empty cells, in the order in which the matrix meets them. */
struct reasons {
    const char *texts[REASONS_MOST];
    int count;
};

/* Why this cell is empty, or NULL. */
static const char *find_reason(const struct path *path, const char *column, const char *pattern)
{
    for (int i = 0; i < path->lack_count; i++)
        if (covers(path->lacks[i].protocol, column) && covers(path->lacks[i].patterns, pattern))
            return path->lacks[i].reason;
    return NULL;
}

/* Several protocols may have the same reason: it gets one letter. */
static int letter_of(struct reasons *reasons, const char *text)
{
    for (int i = 0; i < reasons->count; i++)
        if (strcmp(reasons->texts[i], text) == 0)
            return 'a' + i;
    if (reasons->count == REASONS_MOST)
        return '+';
    reasons->texts[reasons->count++] = text;
    return 'a' + reasons->count - 1;
}

static bool is_family(const struct path *path, const char *column)
{
    for (int i = 0; i < path->offer_count; i++)
        if (path->offers[i].family && strcmp(path->offers[i].family, column) == 0)
            return true;
    return false;
}

/* "yes", the number of variants, or the letter of the reason. */
static const char *describe_cell(char into[WORD], const struct path *path, const char *column,
                                 const char *pattern, struct reasons *reasons)
{
    const int offers = count_offers(path, column, pattern);
    const char *reason = find_reason(path, column, pattern);

    if (offers && !is_family(path, column))
        snprintf(into, WORD, "yes");
    else if (offers)
        snprintf(into, WORD, "%d", offers);
    else if (reason)
        snprintf(into, WORD, "%c", letter_of(reasons, reason));
    else
        snprintf(into, WORD, "?");
    return into;
}

static void print_row(FILE *out, bool markdown, const char *head, const char *const *words,
                      const char *const *columns, int count)
{
    if (markdown)
        fprintf(out, "| %s |", head);
    else
        fprintf(out, "  %-*s", PATTERN_COLUMN, head);
    for (int i = 0; i < count; i++) {
        const int width = (int)strlen(columns[i]) > 5 ? (int)strlen(columns[i]) : 5;

        if (markdown)
            fprintf(out, " %s |", words[i]);
        else
            fprintf(out, " %-*s", width, words[i]);
    }
    fputc('\n', out);
}

static void print_head(FILE *out, const struct path *path, bool markdown,
                       const char *const *columns, int count)
{
    const char *rules[COLUMNS_MOST];

    for (int i = 0; i < count; i++)
        rules[i] = "---";
    fprintf(out,
            markdown ? "\n## Path %s: %d implementations\n\n" : "\nPath %s: %d implementations\n",
            path->label, path->offer_count);
    print_row(out, markdown, markdown ? "pattern" : "", columns, columns, count);
    if (markdown)
        print_row(out, markdown, "---", rules, columns, count);
}

void matrix_print(FILE *out, const struct path *path, bool markdown)
{
    const char *columns[COLUMNS_MOST] = {0};
    const int count = find_columns(path, columns);
    int pattern_count;
    const struct pattern *const *patterns = registry_patterns(&pattern_count);
    struct reasons reasons = {0};

    if (path->missing) {
        fprintf(out, "\nPath %s is missing: %s\n", path->label, path->missing);
        return;
    }
    print_head(out, path, markdown, columns, count);
    for (int i = 0; i < pattern_count; i++) {
        char cells[COLUMNS_MOST][WORD];
        const char *words[COLUMNS_MOST];

        for (int j = 0; j < count; j++)
            words[j] = describe_cell(cells[j], path, columns[j], patterns[i]->name, &reasons);
        print_row(out, markdown, patterns[i]->name, words, columns, count);
    }
    if (markdown)
        fputc('\n', out);
    for (int i = 0; i < reasons.count; i++)
        fprintf(out, markdown ? "- %c: %s\n" : "  %c  %s\n", 'a' + i, reasons.texts[i]);
}
