/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/registry.h"

#include <stdlib.h>
#include <string.h>

/* Bounds of the sections that COMOPS_REGISTER fills. Weak, because a program may have none. */
extern const struct pattern *__start_comops_patterns[] __attribute__((weak));
extern const struct pattern *__stop_comops_patterns[] __attribute__((weak));
extern const struct implementation *__start_comops_implementations[] __attribute__((weak));
extern const struct implementation *__stop_comops_implementations[] __attribute__((weak));

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
