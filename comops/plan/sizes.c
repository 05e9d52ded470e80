/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/plan/sizes.h"

#include "comops/text/text.h"

#include <stdlib.h>

/* Figure 6 of the paper shows 8 to 80 bytes; its other figures go up to 800 KB. */
static const size_t sizes_default[] = {8,   16,   32,    48,     64,     80,
                                       512, 4096, 32768, 262144, 800000, 4194304};
static const size_t sizes_quick[] = {8, 4096, 262144};
enum { QUICK = sizeof sizes_quick / sizeof *sizes_quick };

struct list {
    size_t *sizes, count;
};

static void add(struct list *list, size_t size)
{
    size_t at = list->count;

    for (size_t i = 0; i < list->count; i++)
        if (list->sizes[i] == size)
            return;
    list->sizes = memory_or_die(realloc(list->sizes, (list->count + 1) * sizeof *list->sizes));
    for (; at > 0 && list->sizes[at - 1] > size; at--)
        list->sizes[at] = list->sizes[at - 1];
    list->sizes[at] = size;
    list->count++;
}

static void add_all(struct list *list, const size_t *sizes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add(list, sizes[i]);
}

/* The pattern's own; when in haste, the least, the greatest and one between. */
static void add_own(struct list *list, const struct pattern *pattern, size_t series, bool quick)
{
    int count = 0;

    while (pattern->size(series, count))
        count++;
    for (int i = 0; i < count; i++)
        if (!quick || i == 0 || i == count / 2 || i == count - 1)
            add(list, pattern->size(series, i));
}

size_t *sizes_of(const struct options *options, const struct pattern *pattern, size_t series,
                 size_t *count)
{
    struct list list = {0}, all = {0};

    if (!pattern->unit)
        add(&list, 0);
    else if (options->size_count)
        add_all(&list, options->sizes, options->size_count);
    else if (pattern->size)
        add_own(&list, pattern, series, options->quick);
    else
        add_all(&list, options->quick ? sizes_quick : sizes_default,
                options->quick ? QUICK : sizeof sizes_default / sizeof *sizes_default);
    add_all(&all, list.sizes, list.count);
    for (size_t i = 0; i < list.count && pattern->unit && options->perturb; i++) {
        if (list.sizes[i] > options->perturb)
            add(&all, list.sizes[i] - options->perturb);
        add(&all, list.sizes[i] + options->perturb);
    }
    free(list.sizes);
    *count = all.count;
    return all.sizes;
}

bool sizes_series(const struct pattern *pattern, int ranks, int index, size_t *series)
{
    *series = pattern->series ? pattern->series(ranks, index) : 0;
    return pattern->series ? *series > 0 : index == 0;
}
