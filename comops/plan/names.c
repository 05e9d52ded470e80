/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/plan/names.h"

#include "comops/arena/page_size.h"
#include "comops/contract/reduction.h"
#include "comops/contract/registry.h"
#include "comops/text/nearest.h"
#include "comops/text/text.h"
#include "topology/pages.h"
#include "topology/placement.h"

#include <stdlib.h>
#include <string.h>

const char *const names_buffers[] = {"reuse", "rewrite", "cold", NULL};

enum { RANKS_DEFAULT = 4 }; /* the paper's number of processors */

bool names_ask(char *const *list, const char *name)
{
    return !list || text_list_has(list, name) || text_list_has(list, "all");
}

char *names_refusal(const char *what, const char *name, char *const *known)
{
    char *all = text_list_join(known), *meant = nearest_question(name, (const char **)known);
    char *refusal = text_format("no %s `%s`%s%s: %s", what, name, meant,
                                *meant ? " There are" : "; there are", all);

    free(all);
    free(meant);
    return refusal;
}

static void refuse(const char *what, const char *name, char *const *known)
{
    char *refusal = names_refusal(what, name, known);

    text_say("%s", refusal);
    free(refusal);
}

/* Every name of the list must be one of `known`, or `all`. */
static bool check_names(const char *what, char *const *list, char *const *known)
{
    for (; list && *list; list++)
        if (strcmp(*list, "all") != 0 && !text_list_has(known, *list)) {
            refuse(what, *list, known);
            return false;
        }
    return true;
}

/* A small language, not a list of names. */
static bool check_placements(char *const *list)
{
    char why[512];

    for (; list && *list; list++)
        if (strcmp(*list, "all") != 0 && !placement_is_name(*list, why, sizeof why)) {
            text_say("%s", why);
            return false;
        }
    return true;
}

static bool check_memory(char *const *list)
{
    for (; list && *list; list++)
        if (!pages_is_policy(*list)) {
            refuse("memory", *list, (char **)pages_policies());
            return false;
        }
    return true;
}

char **names_placements(char *const *asked, const struct machine *machine)
{
    char **list = text_list("");

    for (const char *const *usual = placement_names(); !asked && *usual; usual++)
        text_list_add(&list, text_copy(*usual));
    for (; asked && *asked; asked++) {
        if (strcmp(*asked, "all") != 0) {
            text_list_add(&list, text_copy(*asked));
            continue;
        }
        for (const char *const *one = placement_names_all(); *one; one++)
            text_list_add(&list, text_copy(*one));
        for (int level = 1; level <= placement_distances(machine); level++)
            text_list_add(&list, text_format("distance:%d", level));
    }
    return list;
}

int names_ranks_default(const struct machine *machine)
{
    const int cores = machine_cores(machine);

    return cores > RANKS_DEFAULT ? RANKS_DEFAULT : cores < 2 ? 2 : cores;
}

static void add_once(char ***list, const char *name)
{
    if (!text_list_has(*list, name))
        text_list_add(list, text_copy(name));
}

static char **pattern_names(void)
{
    int count;
    const struct pattern *const *patterns = registry_patterns(&count);
    char **names = NULL;

    for (int i = 0; i < count; i++)
        add_once(&names, patterns[i]->name);
    return names;
}

void names_refuse_pattern(const char *name)
{
    char **known = pattern_names();

    refuse("pattern", name, known);
    text_list_free(known);
}

/* A library that --mpi or --openmp names is to be measured. */
static bool check_libraries(const struct options *options, const struct path *paths, int path_count)
{
    for (const struct path *path = paths; path < paths + path_count; path++)
        if (path_option(path) && !names_select_path(options, path)) {
            text_say("--paths lacks %s, which --%s names: add it there, or leave it out here",
                     path->label, path_option(path));
            return false;
        }
    return true;
}

bool names_check(const struct options *options, const struct path *paths, int path_count)
{
    char **patterns = pattern_names(), **labels = NULL, **protocols = NULL;

    for (int i = 0; i < path_count; i++) {
        add_once(&labels, paths[i].label);
        for (int j = 0; j < paths[i].offer_count; j++)
            add_once(&protocols, paths[i].offers[j].protocol);
        for (int j = 0; j < paths[i].lack_count; j++) /* of one that the system forbids, too */
            if (strcmp(paths[i].lacks[j].protocol, "*") != 0)
                add_once(&protocols, paths[i].lacks[j].protocol);
    }
    const bool good =
        check_names("pattern", options->patterns, patterns) &&
        check_names("path", options->paths, labels) &&
        check_libraries(options, paths, path_count) &&
        check_names("protocol", options->protocols, protocols) &&
        check_placements(options->placements) && check_memory(options->memory) &&
        check_names("pages", options->pages, (char **)page_size_names) &&
        check_names("buffer mode", options->buffers, (char **)names_buffers) &&
        check_names("consumption", options->consume, (char **)consumption_names) &&
        check_names("operation", options->operations, (char **)reduction_operations) &&
        check_names("datatype", options->datatypes, (char **)reduction_datatypes);

    text_list_free(patterns);
    text_list_free(labels);
    text_list_free(protocols);
    return good;
}

/* The paper's two paths: its own protocols, the best ones, and the same code in both. */
const struct path_protocol names_defaults[] = {
    {"threads", "barrier"}, {"threads", "lock"}, {"threads", "direct"}, {"mpi", "library"},
    {"mpi", "sendrecv"},    {"mpi", "direct"},   {NULL, NULL}};

static bool is_default(const struct path *path, const char *protocol)
{
    for (const struct path_protocol *one = names_defaults; one->path; one++)
        if (path_is(path, one->path) && (!protocol || strcmp(protocol, one->protocol) == 0))
            return true;
    return false;
}

bool names_select_path(const struct options *options, const struct path *path)
{
    return names_ask(options->paths, path->label) &&
           (options->paths || options->patterns || is_default(path, NULL));
}

bool names_select_protocol(const struct options *options, const struct path *path,
                           const char *protocol)
{
    return names_ask(options->protocols, protocol) &&
           (options->patterns || options->protocols || !is_default(path, NULL) ||
            is_default(path, protocol));
}

static bool asks_for(const struct options *options, enum consumption consume)
{
    return options->consume ? names_ask(options->consume, consumption_names[consume])
                            : consume == options->method->consume;
}

bool names_select_consumption(const struct options *options, const struct pattern *pattern,
                              enum consumption consume)
{
    if (!pattern->unit)
        return consume == CONSUME_NO;
    if (pattern->passive && consume != CONSUME_NO)
        return consume == CONSUME_BETWEEN &&
               (asks_for(options, CONSUME_BETWEEN) || asks_for(options, CONSUME_TIMED));
    return asks_for(options, consume);
}
