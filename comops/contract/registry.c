/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/contract/registry.h"

#include <stdlib.h>

/* Bounds of the sections that COMOPS_REGISTER fills. Weak, because a program may have none. */
extern const struct pattern *__start_comops_patterns[] __attribute__((weak));
extern const struct pattern *__stop_comops_patterns[] __attribute__((weak));
extern const struct implementation *__start_comops_implementations[] __attribute__((weak));
extern const struct implementation *__stop_comops_implementations[] __attribute__((weak));
extern const struct absence *__start_comops_absences[] __attribute__((weak));
extern const struct absence *__stop_comops_absences[] __attribute__((weak));

const struct pattern *const *registry_patterns(int *count)
{
    *count = (int)(__stop_comops_patterns - __start_comops_patterns);
    return __start_comops_patterns;
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
    *count = (int)(__stop_comops_implementations - __start_comops_implementations);
    return __start_comops_implementations;
}

const struct implementation *registry_implementation(const char *protocol, const char *pattern,
                                                     int *index)
{
    int count;
    const struct implementation *const *all = registry_implementations(&count);

    for (int i = 0; i < count; i++)
        if (strcmp(all[i]->protocol, protocol) == 0 && strcmp(all[i]->pattern, pattern) == 0) {
            *index = i;
            return all[i];
        }
    return NULL;
}

const struct absence *const *registry_absences(int *count)
{
    *count = (int)(__stop_comops_absences - __start_comops_absences);
    return __start_comops_absences;
}
