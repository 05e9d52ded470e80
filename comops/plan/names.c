/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/plan/names.h"

#include "comops/contract/reduction.h"
#include "comops/contract/registry.h"
#include "comops/text/text.h"
#include "topology/placement.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const names_buffers[] = {"reuse", "rewrite", "cold", NULL};

static bool contains(char *const *list, const char *name)
{
    for (; list && *list; list++)
        if (strcmp(*list, name) == 0)
            return true;
    return false;
}

bool names_ask(char *const *list, const char *name)
{
    return !list || contains(list, name) || contains(list, "all");
}

/* Every name of the list must be one of `known`; says what exists otherwise. */
static bool check_names(const char *what, char *const *list, const char *const *known)
{
    for (; list && *list; list++) {
        bool found = strcmp(*list, "all") == 0;

        for (const char *const *name = known; *name; name++)
            found = found || strcmp(*list, *name) == 0;
        if (found)
            continue;
        fprintf(stderr, "comops: no %s `%s`; there are:", what, *list);
        for (const char *const *name = known; *name; name++)
            fprintf(stderr, "%s %s", name == known ? "" : ",", *name);
        fputc('\n', stderr);
        return false;
    }
    return true;
}

/* Not a list of names but a small language. */
static bool check_placements(char *const *list)
{
    char why[512];

    for (; list && *list; list++)
        if (strcmp(*list, "all") != 0 && !placement_is_name(*list, why, sizeof why)) {
            fprintf(stderr, "comops: %s\n", why);
            return false;
        }
    return true;
}

/* Takes the name; *list grows and stays NULL-terminated. */
static void add_name(char ***list, size_t *count, char *name)
{
    *list = memory_or_die(realloc(*list, (*count + 2) * sizeof **list));
    (*list)[(*count)++] = memory_or_die(name);
    (*list)[*count] = NULL;
}

char **names_placements(char *const *asked, const struct machine *machine)
{
    size_t count = 0;
    char **list = memory_or_die(calloc(1, sizeof *list));

    for (const char *const *usual = placement_names(); !asked && *usual; usual++)
        add_name(&list, &count, strdup(*usual));
    for (; asked && *asked; asked++) {
        if (strcmp(*asked, "all") != 0) {
            add_name(&list, &count, strdup(*asked));
            continue;
        }
        for (const char *const *one = placement_names_all(); *one; one++)
            add_name(&list, &count, strdup(*one));
        for (int level = 1; level <= placement_distances(machine); level++) {
            char *name = NULL;

            if (asprintf(&name, "distance:%d", level) < 0)
                memory_or_die(NULL);
            add_name(&list, &count, name);
        }
    }
    return list;
}

bool names_check(const struct options *options, const struct path *paths, int path_count)
{
    const char *names[256];
    int count = 0, total;
    const struct pattern *const *patterns = registry_patterns(&total);

    for (int i = 0; i < total && i < 255; i++)
        names[count++] = patterns[i]->name;
    names[count] = NULL;
    if (!check_names("pattern", options->patterns, names))
        return false;

    count = 0;
    for (int i = 0; i < path_count && i < 255; i++)
        names[count++] = paths[i].label;
    names[count] = NULL;
    if (!check_names("path", options->paths, names))
        return false;

    count = 0;
    for (int i = 0; i < path_count; i++)
        for (int j = 0; j < paths[i].offer_count && count < 255; j++) {
            names[count] = paths[i].offers[j].protocol;
            names[count + 1] = NULL;
            bool new = true;

            for (int k = 0; k < count; k++)
                new = new &&strcmp(names[k], names[count]) != 0;
            count += new;
        }
    names[count] = NULL;
    return check_names("protocol", options->protocols, names) &&
           check_placements(options->placements) &&
           check_names("buffer mode", options->buffers, names_buffers) &&
           check_names("operation", options->operations, reduction_operations) &&
           check_names("datatype", options->datatypes, reduction_datatypes);
}
