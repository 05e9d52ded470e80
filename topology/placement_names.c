/* SPDX-License-Identifier: BSD-3-Clause */
/* The names of placements, as docs/placement.md describes them. */
#include "topology/policies/policy.h"

#include <stdio.h>
#include <string.h>

static bool is_default(const struct policy *policy)
{
    return policy->by_default;
}

static bool is_whole(const struct policy *policy)
{
    return !policy->check;
}

/* The names of some policies, NULL-terminated. */
static const char **names_select(bool (*wanted)(const struct policy *policy))
{
    const char **names = NULL;
    size_t count = 0;

    for (const struct policy *const *one = policy_list; *one; one++)
        if (wanted(*one)) {
            names = memory_resized(names, (count + 2) * sizeof(*names));
            names[count++] = (*one)->name;
        }
    names[count] = NULL;
    return names;
}

const char *const *placement_names(void)
{
    static const char **names;

    return names = names ? names : names_select(is_default);
}

const char *const *placement_names_all(void)
{
    static const char **names;

    return names = names ? names : names_select(is_whole);
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

/* "  NAME        its meaning", in lines of at most LINE columns. */
static void policy_describe(FILE *out, const struct policy *policy)
{
    enum { LINE = 90, INDENT = 14 };
    int column = fprintf(out, "  %-11s", policy->form ? policy->form : policy->name);

    for (const char *word = policy->meaning; *word; word += strspn(word, " ")) {
        const int length = (int)strcspn(word, " ");

        if (column + 1 + length > LINE)
            column = fprintf(out, "\n%*s", INDENT - 1, "") - 1;
        column += fprintf(out, " %.*s", length, word);
        word += length;
    }
    fputc('\n', out);
}

const char *placement_help(void)
{
    static char *help;
    size_t bytes;

    if (help)
        return help;
    FILE *out = open_memstream(&help, &bytes);

    fputs("A placement maps ranks to hardware threads. Ranks get distinct cores unless it says\n"
          "otherwise, of one kind if there are enough, in hwloc's logical order.\n",
          out);
    for (const struct policy *const *one = policy_list; *one; one++)
        policy_describe(out, *one);
    fputs("  numa:0.core:0-3\n"
          "              locations as hwloc-calc writes them, in logical order; several are\n"
          "              joined by +; ranges are N, N-M, N-, N:COUNT (wraps), all, odd, even\n"
          "A LIST is like 0+2+5-7, as in pu:0+2+5-7.\n"
          "What this machine cannot offer is refused with the reason.\n",
          out);
    fclose(out);
    return help;
}
