/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/plan/sizes.h"

#include "comops/text/text.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Figure 6 of the paper shows 8 to 80 bytes; its other figures go up to 800 KB. */
static const size_t sizes_default[] = {8,   16,   32,    48,     64,     80,
                                       512, 4096, 32768, 262144, 800000, 4194304};
static const size_t sizes_quick[] = {8, 4096, 262144};
enum { QUICK = sizeof sizes_quick / sizeof *sizes_quick };

struct list {
    size_t *sizes, count;
    size_t perturb; /* as in the options */
};

static void insert(struct list *list, size_t size)
{
    size_t at = list->count;

    for (size_t i = 0; i < list->count; i++)
        if (list->sizes[i] == size)
            return;
    list->sizes = memory_grow(list->sizes, list->count, sizeof *list->sizes);
    for (; at > 0 && list->sizes[at - 1] > size; at--)
        list->sizes[at] = list->sizes[at - 1];
    list->sizes[at] = size;
    list->count++;
}

/* With its neighbours. */
static void add(struct list *list, size_t size)
{
    insert(list, size);
    if (size > list->perturb)
        insert(list, size - list->perturb);
    if (size + list->perturb <= INT_MAX)
        insert(list, size + list->perturb);
}

static void add_all(struct list *list, const size_t *sizes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add(list, sizes[i]);
}

/* The pattern's own; of these the least, the middle and the greatest if quick. */
static void add_own(struct list *list, const struct pattern *pattern, size_t series, bool quick)
{
    int count = 0;

    while (pattern->size(series, count))
        count++;
    for (int i = 0; i < count; i++)
        if (!quick || i == 0 || i == count / 2 || i == count - 1)
            add(list, pattern->size(series, i));
}

/* NULL, or what is wrong with a size. */
static const char *read_size(const char *word, size_t *size)
{
    return !text_parse_size(word, size) ? "is not a size" : *size > INT_MAX ? "is too large" : NULL;
}

/* "8", or "8:4M", which doubles. NULL, or why not. */
static char *add_sizes(struct options *options, const char *word)
{
    const char *colon = strchr(word, ':');
    char *first = colon ? strndup(word, (size_t)(colon - word)) : text_copy(word);
    size_t from, to;
    const char *wrong = read_size(first, &from), *at = first;

    to = from;
    if (!wrong && colon)
        wrong = read_size(at = colon + 1, &to);
    char *why =
        wrong                ? text_format("`%s` %s", at, wrong)
        : colon && from == 0 ? text_format("`%s`: a range doubles, so it cannot begin at 0", word)
        : to < from ? text_format("`%s` is an empty range: its end is below its start", word)
                    : NULL;

    for (size_t size = from; !why && size <= to; size = size ? 2 * size : to + 1) {
        options->sizes = memory_grow(options->sizes, options->size_count, sizeof *options->sizes);
        options->sizes[options->size_count++] = size;
    }
    free(first);
    return why;
}

char *sizes_parse(const char *text, struct options *options)
{
    char **words = text_list(text);
    char *why = words[0] ? NULL : text_copy("the list is empty");

    free(options->sizes);
    options->sizes = NULL;
    options->size_count = 0;
    for (char **word = words; *word && !why; word++)
        why = add_sizes(options, *word);
    text_list_free(words);
    return why;
}

size_t *sizes_of(const struct options *options, const struct pattern *pattern, size_t series,
                 size_t *count)
{
    struct list list = {.perturb = options->perturb};

    if (!pattern->unit)
        insert(&list, 0);
    else if (options->size_count)
        add_all(&list, options->sizes, options->size_count);
    else if (pattern->size)
        add_own(&list, pattern, series, options->quick);
    else
        add_all(&list, options->quick ? sizes_quick : sizes_default,
                options->quick ? QUICK : sizeof sizes_default / sizeof *sizes_default);
    *count = list.count;
    return list.sizes;
}

bool sizes_series(const struct pattern *pattern, int ranks, int index, size_t *series)
{
    *series = pattern->series ? pattern->series(ranks, index) : 0;
    return pattern->series ? *series != SERIES_END : index == 0;
}
