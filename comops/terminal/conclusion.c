/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/terminal/conclusion.h"

#include "comops/terminal/sentence.h"
#include "comops/text/wrap.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* How often each word occurs, in order of appearance, and the number of comparisons. */
struct count {
    struct word {
        const char *word;
        size_t times;
        bool won;
    } *words;
    size_t word_count, compared, precise;
};

static struct word *find_word(struct count *count, const struct comparison *one)
{
    size_t i = 0;

    while (i < count->word_count && strcmp(count->words[i].word, comparison_word(one)) != 0)
        i++;
    if (i == count->word_count) {
        count->words = memory_grow(count->words, count->word_count++, sizeof *count->words);
        count->words[i] = (struct word){comparison_word(one), 0, comparison_is_won(one)};
    }
    return &count->words[i];
}

/* Oversubscribed comparisons, and sizes without a comparison, do not count. */
static struct count count_words(const struct table *tables, int table_count, int kind,
                                double precision)
{
    struct count count = {0};

    for (const struct table *table = tables; table < tables + table_count; table++)
        for (size_t i = 0; i < table->count; i++) {
            const struct comparison *one = &table->rows[i].of[kind];

            if (!comparison_is_made(one) || table->group->placement->oversubscribed)
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
        if (comparison_is_made(&table->rows[i].of[kind]))
            return true;
    return false;
}

static bool some_compare(const struct table *tables, int count, int kind)
{
    for (int i = 0; i < count; i++)
        if (compares(&tables[i], kind))
            return true;
    return false;
}

/* Whether any of its comparisons is decided. */
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
                comparison_is_made(one)
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

/* "MPI libraries, ... (mpi: MPICH 3.4.3, ch3:nemesis; mpi@intel: Intel(R) MPI Library 2021.18)". */
static void print_libraries(FILE *out, int kind, const json_t *runtimes)
{
    const char *path, *separator = "";
    json_t *runtime;

    fprintf(out, "%s libraries, each with its fastest protocol other than direct (",
            kind == LIBRARIES_MPI ? "MPI" : "OpenMP");
    json_object_foreach((json_t *)runtimes, path, runtime)
    {
        if (!verdict_is_path(path, verdict_libraries_path(kind)))
            continue;
        char *library = verdict_library(json_string_value(runtime));

        fprintf(out, "%s%s: %s", separator, path, library);
        separator = "; ";
        free(library);
    }
    fputc(')', out);
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

static void print_comparison(FILE *out, const struct table *tables, int table_count, int kind,
                             const json_t *runtimes)
{
    struct count count = count_words(tables, table_count, kind, 0);
    char *text;
    bool decided = false;
    size_t size;
    FILE *line = memory_or_die(open_memstream(&text, &size));

    for (int i = 0; i < table_count; i++)
        decided = decided || decides(&tables[i], kind);
    if (kind < VERDICTS)
        print_head(line, tables, table_count, kind, runtimes);
    else
        print_libraries(line, kind, runtimes);
    if (!some_compare(tables, table_count, kind))
        fprintf(line, ": not measured; `%s` measures it.", verdicts_all[kind].command);
    else if (count.compared)
        print_counts(line, &count);
    fclose(line);
    wrap_print(out, text, 2);
    free(text);
    for (const struct table *table = tables; table < tables + table_count; table++)
        if (decided && compares(table, kind)) {
            text = sentence_of_table(table, kind);
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
    for (int kind = 0; kind < COMPARISONS && rows; kind++)
        if (kind < VERDICTS || some_compare(tables, count, kind))
            print_comparison(out, tables, count, kind, runtimes);
    if (all.compared)
        fprintf(out, "A precision of %g %% is reached in %zu of %zu ratios of the tables.\n",
                100 * precision, all.precise, all.compared);
    free(all.words);
}
