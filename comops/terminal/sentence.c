/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/terminal/sentence.h"

#include "comops/terminal/factor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool comparison_is_made(const struct comparison *one)
{
    return !isnan(one->ratio.value);
}

bool comparison_is_won(const struct comparison *one)
{
    return one->decision == DECISION_FASTER || one->decision == DECISION_SLOWER;
}

const char *comparison_word(const struct comparison *one)
{
    return !comparison_is_made(one) ? "not compared"
           : comparison_is_won(one) ? one->sides[one->decision == DECISION_SLOWER].path
                                    : decision_names[one->decision];
}

/* Adjacent rows with the same conclusion; among them the least and the greatest factor. */
struct stretch {
    const struct row *first, *last;
    const struct comparison *least, *most;
};

static struct stretch stretch_from(const struct table *table, const struct row *row, int kind)
{
    struct stretch stretch = {row, row, &row->of[kind], &row->of[kind]};
    const char *word = comparison_word(&row->of[kind]);

    for (; row < table->rows + table->count; row++) {
        const struct comparison *one = &row->of[kind];

        if (strcmp(comparison_word(one), word) != 0)
            break;
        stretch.last = row;
        if (factor_of(&one->ratio) < factor_of(&stretch.least->ratio))
            stretch.least = one;
        if (factor_of(&one->ratio) > factor_of(&stretch.most->ratio))
            stretch.most = one;
    }
    return stretch;
}

/* " at 4K", " from 8 to 16" or, of the whole table, " at every size, 8 to 4M"; nothing of a pattern
 * without sizes. */
static void print_sizes(FILE *out, const struct table *table, const struct stretch *stretch)
{
    const bool whole =
        stretch->first == table->rows && stretch->last + 1 == table->rows + table->count;
    char from[TEXT_SIZE], to[TEXT_SIZE];

    if (!stretch->last->bytes)
        return;
    text_size(from, stretch->first->bytes);
    text_size(to, stretch->last->bytes);
    if (whole && table->count > 1)
        fprintf(out, " at every size, %s to %s", from, to);
    else if (stretch->first == stretch->last)
        fprintf(out, " at %s", from);
    else
        fprintf(out, " from %s to %s", from, to);
}

/* With their intervals where no table has them: of libraries. */
static void print_factors(FILE *out, const struct stretch *stretch, int kind)
{
    char *(*const text_of)(const struct ratio *, char *) =
        kind < VERDICTS ? factor_text : factor_text_interval;
    char least[FACTOR_TEXT], most[FACTOR_TEXT];

    text_of(&stretch->least->ratio, least);
    text_of(&stretch->most->ratio, most);
    if (strcmp(least, most) == 0)
        fprintf(out, " (%s times)", most);
    else
        fprintf(out, " (%s to %s times)", least, most);
}

char *sentence_of_table(const struct table *table, int kind)
{
    char *text, *name = table_name(table);
    size_t size;
    FILE *out = memory_or_die(open_memstream(&text, &size));

    fprintf(out, "%s: ", name);
    for (const struct row *row = table->rows; row < table->rows + table->count;) {
        const struct stretch stretch = stretch_from(table, row, kind);

        fprintf(out, "%s%s%s", row > table->rows ? "; " : "", comparison_word(stretch.least),
                comparison_is_won(stretch.least) ? " faster" : "");
        print_sizes(out, table, &stretch);
        if (comparison_is_won(stretch.least))
            print_factors(out, &stretch, kind);
        row = stretch.last + 1;
    }
    fputc('.', out);
    fclose(out);
    free(name);
    return text;
}
