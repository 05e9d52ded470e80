/* SPDX-License-Identifier: BSD-3-Clause */
/* The names of placements, as docs/placement.md describes them. */
#include "topology/policies/policy.h"

#include <stdio.h>
#include <string.h>

/* NULL-terminated. */
static const char **names_select(bool by_default)
{
    const char **names = NULL;
    size_t count = 0;

    for (const struct policy *const *one = policy_list; *one; one++)
        if (by_default ? (*one)->by_default : !(*one)->check) {
            names = memory_grow(names, count + 1, sizeof(*names));
            names[count++] = (*one)->name;
        }
    names[count] = NULL;
    return names;
}

const char *const *placement_names(void)
{
    static const char **names;

    return names = names ? names : names_select(true);
}

const char *const *placement_names_all(void)
{
    static const char **names;

    return names = names ? names : names_select(false);
}

const struct policy *policy_find(const char *name, const char **parameter)
{
    size_t length = strcspn(name, ":");

    for (const struct policy *const *one = policy_list; *one; one++)
        if (strlen((*one)->name) == length && !strncmp((*one)->name, name, length) &&
            !(*one)->check == !name[length]) {
            *parameter = name[length] ? name + length + 1 : NULL;
            return *one;
        }
    *parameter = name;
    return name[length] ? &policy_location : NULL;
}

const char *placement_meaning(const char *name)
{
    const char *parameter;
    const struct policy *policy = policy_find(name, &parameter);

    return policy ? policy->meaning : NULL;
}

/* For the name of a policy that takes a parameter, explains its form; otherwise lists all. */
static void unknown_explain(const char *name, char *why, size_t why_size)
{
    size_t used;

    for (const struct policy *const *one = policy_list; *one; one++)
        if ((*one)->form && !strcmp((*one)->name, name)) {
            snprintf(why, why_size, "placement `%s` is written %s", name, (*one)->form);
            return;
        }
    snprintf(why, why_size, "no placement `%s`; there are:", name);
    for (const struct policy *const *one = policy_list; *one; one++) {
        used = strlen(why);
        snprintf(why + used, why_size - used, " %s,", (*one)->form ? (*one)->form : (*one)->name);
    }
    used = strlen(why);
    snprintf(why + used, why_size - used, " %s", policy_location.form);
}

bool placement_is_name(const char *name, char *why, size_t why_size)
{
    const char *parameter;
    const struct policy *policy = policy_find(name, &parameter);
    char reason[256] = "";

    if (!policy)
        unknown_explain(name, why, why_size);
    else if (policy->check && !policy->check(parameter, reason, sizeof(reason)))
        snprintf(why, why_size, "placement `%s`: %s", name, reason);
    else
        return true;
    return false;
}

const char *placement_form(int number, const char **meaning)
{
    for (int i = 0; policy_list[i]; i++)
        if (i == number) {
            *meaning = policy_list[i]->meaning;
            return policy_list[i]->form ? policy_list[i]->form : policy_list[i]->name;
        }
    return NULL;
}
