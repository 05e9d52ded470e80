/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/terminal/conclusion.h"

#include "comops/text/wrap.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_compared(const struct comparison *one)
{
    return !isnan(one->ratio.value);
}

static bool is_won(const struct comparison *one)
{
    return one->decision == DECISION_FASTER || one->decision == DECISION_SLOWER;
}

/* The faster path, "equivalent", "undecided" or "not compared". */
static const char *word_of(const struct comparison *one)
{
    return !is_compared(one) ? "not compared"
           : is_won(one)     ? one->sides[one->decision == DECISION_SLOWER].path
                             : decision_names[one->decision];
}

static double factor(const struct comparison *one)
{
    return fmax(one->ratio.value, 1 / one->ratio.value);
}

/* Adjacent rows with the same conclusion; among them the least and the greatest factor. */
struct stretch {
    const struct row *first, *last;
    const struct comparison *least, *most;
};

static struct stretch stretch_from(const struct table *table, const struct row *row, int kind)
{
    struct stretch stretch = {row, row, &row->of[kind], &row->of[kind]};
    const char *word = word_of(&row->of[kind]);

    for (; row < table->rows + table->count; row++) {
        const struct comparison *one = &row->of[kind];

        if (strcmp(word_of(one), word) != 0)
            break;
        stretch.last = row;
        if (factor(one) < factor(stretch.least))
            stretch.least = one;
        if (factor(one) > factor(stretch.most))
            stretch.most = one;
    }
    return stretch;
}

/* " at 4K", " from 8 to 16" or, of the whole table, " at every size, 8 to 4M". */
static void print_sizes(FILE *out, const struct table *table, const struct stretch *stretch)
{
    const bool whole =
        stretch->first == table->rows && stretch->last + 1 == table->rows + table->count;
    char from[TEXT_SIZE], to[TEXT_SIZE];

    text_size(from, stretch->first->bytes);
    text_size(to, stretch->last->bytes);
    if (whole && table->count > 1)
        fprintf(out, " at every size, %s to %s", from, to);
    else if (stretch->first == stretch->last)
        fprintf(out, " at %s", from);
    else
        fprintf(out, " from %s to %s", from, to);
}

static void print_factors(FILE *out, const struct stretch *stretch)
{
    char least[TEXT_SIZE], most[TEXT_SIZE];

    comparison_factor(stretch->least, least);
    comparison_factor(stretch->most, most);
    if (strcmp(least, most) == 0)
        fprintf(out, " (%s times)", most);
    else
        fprintf(out, " (%s to %s times)", least, most);
}

char *conclusion_sentence(const struct table *table, int kind)
{
    char *text, *name = table_name(table);
    size_t size;
    FILE *out = memory_or_die(open_memstream(&text, &size));

    fprintf(out, "%s: ", name);
    for (const struct row *row = table->rows; row < table->rows + table->count;) {
        const struct stretch stretch = stretch_from(table, row, kind);

        fprintf(out, "%s%s%s", row > table->rows ? "; " : "", word_of(stretch.least),
                is_won(stretch.least) ? " faster" : "");
        print_sizes(out, table, &stretch);
        if (is_won(stretch.least))
            print_factors(out, &stretch);
        row = stretch.last + 1;
    }
    fputc('.', out);
    fclose(out);
    free(name);
    return text;
}

/* How often each word is said, in order of appearance, and how many comparisons that makes. */
struct count {
    struct word {
        const char *word;
        size_t times;
        bool won;
    } * words;
    size_t word_count, compared, precise;
};

static struct word *find_word(struct count *count, const struct comparison *one)
{
    size_t i = 0;

    while (i < count->word_count && strcmp(count->words[i].word, word_of(one)) != 0)
        i++;
    if (i == count->word_count) {
        count->words = memory_grow(count->words, count->word_count++, sizeof *count->words);
        count->words[i] = (struct word){word_of(one), 0, is_won(one)};
    }
    return &count->words[i];
}

/* Oversubscribed comparisons, and sizes without one, count for nothing. */
static struct count count_words(const struct table *tables, int table_count, int kind,
                                double precision)
{
    struct count count = {0};

    for (const struct table *table = tables; table < tables + table_count; table++)
        for (size_t i = 0; i < table->count; i++) {
            const struct comparison *one = &table->rows[i].of[kind];

            if (!is_compared(one) || table->group->placement->oversubscribed)
                continue;
            find_word(&count, one)->times++;
            count.compared++;
            count.precise += ratio_precise(&one->ratio, precision);
        }
    return count;
}

static bool compares(const struct table *table, int kind)
{
    for (size_t i = 0; i < table->count; i++)
        if (is_compared(&table->rows[i].of[kind]))
            return true;
    return false;
}

/* Whether anything but "undecided" is said of it. */
static bool decides(const struct table *table, int kind)
{
    for (size_t i = 0; i < table->count; i++)
        if (table->rows[i].of[kind].decision != DECISION_UNDECIDED)
            return true;
    return false;
}

/* The paths of one side that were compared, as a list of "MPICH 3.4.3, ch3:nemesis". */
static char **libraries_of(const struct table *tables, int count, int kind, int side,
                           const json_t *runtimes)
{
    char **libraries = NULL;

    for (const struct table *table = tables; table < tables + count; table++)
        for (size_t i = 0; i < table->count; i++) {
            const struct comparison *one = &table->rows[i].of[kind];
            const char *runtime =
                is_compared(one)
                    ? json_string_value(json_object_get(runtimes, one->sides[side].path))
                    : NULL;
            char *library = runtime ? verdict_library(runtime) : NULL;

            if (library && !text_list_has(libraries, library))
                text_list_add(&libraries, library);
            else
                free(library);
        }
    return libraries;
}

/* "As in the paper: MPI collectives and sends (MPICH 3.4.3) ..." with the libraries that were
 * compared. */
static void print_head(FILE *out, const struct table *tables, int count, int kind,
                       const json_t *runtimes)
{
    const struct verdict_kind *one = &verdicts_all[kind];

    fprintf(out, "%c%s: ", toupper((unsigned char)*one->title), one->title + 1);
    for (int side = 0; side < 2; side++) {
        char **libraries = libraries_of(tables, count, kind, side, runtimes);
        char *all = text_list_join(libraries);

        fprintf(out, "%s%s%s%s%s", side ? " against " : "", one->sides[side].words,
                *all ? " (" : "", all, *all ? ")" : "");
        free(all);
        text_list_free(libraries);
    }
}

/* ": threads faster at 31, mpi faster at 28, undecided at 1 of 60." */
static void print_counts(FILE *out, const struct count *count)
{
    for (size_t i = 0; i < count->word_count; i++)
        fprintf(out, "%s %s%s at %zu", i ? "," : ":", count->words[i].word,
                count->words[i].won ? " faster" : "", count->words[i].times);
    fprintf(out, " of %zu.", count->compared);
}

static void print_verdict(FILE *out, const struct table *tables, int table_count, int kind,
                          const json_t *runtimes)
{
    struct count count = count_words(tables, table_count, kind, 0);
    char *text;
    bool compared = false, decided = false;
    size_t size;
    FILE *line = memory_or_die(open_memstream(&text, &size));

    for (int i = 0; i < table_count; i++) {
        compared = compared || compares(&tables[i], kind);
        decided = decided || decides(&tables[i], kind);
    }
    print_head(line, tables, table_count, kind, runtimes);
    if (!compared)
        fprintf(line, ": not measured; `%s` measures it.", verdicts_all[kind].command);
    else if (count.compared)
        print_counts(line, &count);
    fclose(line);
    wrap_print(out, text, 2);
    free(text);
    for (const struct table *table = tables; table < tables + table_count; table++)
        if (decided && compares(table, kind)) {
            text = conclusion_sentence(table, kind);
            fputs("  ", out);
            wrap_print(out, text, 4);
            free(text);
        }
    free(count.words);
}

void conclusion_print(FILE *out, const struct table *tables, int count, const json_t *runtimes,
                      double precision)
{
    struct count all = count_words(tables, count, VERDICT_BEST, precision);
    size_t rows = 0;

    for (int i = 0; i < count; i++)
        rows += tables[i].count;
    for (int kind = 0; kind < VERDICTS && rows; kind++)
        print_verdict(out, tables, count, kind, runtimes);
    if (all.compared)
        fprintf(out, "A precision of %g %% is reached in %zu of %zu ratios of the tables.\n",
                100 * precision, all.precise, all.compared);
    free(all.words);
}
