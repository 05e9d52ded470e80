/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/registry.h"

#include <stdlib.h>

static const struct registry_part own_part = REGISTRY_PART;

/* All parts that were added, before the own one. Empty until the first is added. */
static struct registry_part all_parts;

static const struct registry_part *registered(void)
{
    return all_parts.patterns ? &all_parts : &own_part;
}

/* The first array, and then the second. */
#define JOIN(array)                                                                                \
    do {                                                                                           \
        const size_t first = (size_t)(part->array##_end - part->array),                            \
                     second = (size_t)(before.array##_end - before.array);                         \
        const void **both = malloc((first + second + 1) * sizeof *both);                           \
                                                                                                   \
        if (!both)                                                                                 \
            abort();                                                                               \
        if (first)                                                                                 \
            memcpy(both, part->array, first * sizeof *both);                                       \
        if (second)                                                                                \
            memcpy(both + first, before.array, second * sizeof *both);                             \
        all_parts.array = (void *)both;                                                            \
        all_parts.array##_end = all_parts.array + first + second;                                  \
    } while (0)

void registry_add(const struct registry_part *part)
{
    const struct registry_part before = *registered();

    JOIN(patterns);
    JOIN(implementations);
    JOIN(absences);
    if (before.patterns != own_part.patterns) {
        free((void *)before.patterns);
        free((void *)before.implementations);
        free((void *)before.absences);
    }
}

const struct pattern *const *registry_patterns(int *count)
{
    *count = (int)(registered()->patterns_end - registered()->patterns);
    return registered()->patterns;
}

const struct pattern *registry_pattern(const char *name)
{
    int count;
    const struct pattern *const *patterns = registry_patterns(&count);

    for (int i = 0; i < count; i++)
        if (strcmp(patterns[i]->name, name) == 0)
            return patterns[i];
    return NULL;
}

static bool has_series(const struct job *job)
{
    const struct pattern *pattern = job->pattern;

    for (int i = 0; pattern->series && pattern->series(job->ranks, i) != SERIES_END; i++)
        if (pattern->series(job->ranks, i) == job->series)
            return true;
    return !pattern->series && job->series == 0;
}

const char *pattern_refusal(const struct job *job)
{
    const size_t unit = job->pattern->unit;

    if (job->ranks < job->pattern->min_ranks)
        return "it needs more ranks";
    if (unit ? job->bytes == 0 && !job->pattern->empty : job->bytes != 0)
        return unit ? "it has no message of 0 bytes" : "it moves no data: size must be 0";
    if (unit && job->bytes % unit)
        return "size must be a multiple of 8 bytes";
    if (!has_series(job))
        return "it has no such series";
    if (job->reduction != MAX_DOUBLE && !job->pattern->reduces)
        return "it takes no operation or datatype";
    return job->pattern->refusal ? job->pattern->refusal(job) : NULL;
}

const struct implementation *const *registry_implementations(int *count)
{
    *count = (int)(registered()->implementations_end - registered()->implementations);
    return registered()->implementations;
}

const struct implementation *registry_implementation(const char *path, const char *protocol,
                                                     const char *pattern)
{
    int count;
    const struct implementation *const *all = registry_implementations(&count);

    for (int i = 0; i < count; i++)
        if ((!path || strcmp(all[i]->path, path) == 0) &&
            strcmp(all[i]->protocol, protocol) == 0 && strcmp(all[i]->pattern, pattern) == 0)
            return all[i];
    return NULL;
}

const struct absence *const *registry_absences(int *count)
{
    *count = (int)(registered()->absences_end - registered()->absences);
    return registered()->absences;
}
