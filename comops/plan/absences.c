/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/plan/absences.h"

#include "comops/contract/registry.h"
#include "comops/plan/names.h"
#include "comops/text/text.h"

#include <stdlib.h>
#include <string.h>

/* What is requested, and the available paths. */
struct asked {
    const struct options *options;
    const struct path *paths;
    int path_count;
};

static bool wants_pattern(const struct options *options, const struct pattern *pattern)
{
    return options->patterns ? names_ask(options->patterns, pattern->name) : pattern->by_default;
}

/* Whether the path has the protocol; `pattern` NULL: for any pattern. */
static bool offers(const struct path *path, const char *protocol, const char *pattern)
{
    for (int i = 0; i < path->offer_count; i++)
        if (strcmp(path->offers[i].protocol, protocol) == 0 &&
            (!pattern || strcmp(path->offers[i].pattern, pattern) == 0))
            return true;
    return false;
}

/* The same, or the path says why the system forbids it. */
static bool knows(const struct path *path, const char *protocol)
{
    for (int i = 0; i < path->lack_count; i++)
        if (strcmp(path->lacks[i].protocol, protocol) == 0)
            return true;
    return offers(path, protocol, NULL);
}

/* Notes for each wanted pattern why this path has none of it. False if it has one. */
static bool explain_path(struct plan *plan, const struct options *options, const struct path *path,
                         const char *protocol)
{
    int count;
    const struct pattern *const *patterns = registry_patterns(&count);

    for (int i = 0; i < count; i++)
        if (wants_pattern(options, patterns[i]) && offers(path, protocol, patterns[i]->name))
            return false;
    for (int i = 0; i < count && knows(path, protocol); i++) {
        const char *reason = path_reason(path, protocol, patterns[i]->name);

        if (wants_pattern(options, patterns[i]))
            plan_note(plan, "%s/%s has no %s%s%s", path->label, protocol, patterns[i]->name,
                      reason ? ": " : "", reason ? reason : "");
    }
    return true;
}

/* "protocol `sendrecv` exists over mpi, not over threads" */
static void note_where(struct plan *plan, const struct asked *asked, const char *protocol)
{
    char **with = NULL, **without = NULL;

    for (const struct path *path = asked->paths; path < asked->paths + asked->path_count; path++)
        if (offers(path, protocol, NULL))
            text_list_add(&with, text_copy(path->label));
        else if (names_select_path(asked->options, path))
            text_list_add(&without, text_copy(path->label));
    char *there = text_list_join(with), *here = text_list_join(without);

    plan_note(plan, "protocol `%s` exists over %s, not over %s", protocol, there, here);
    free(there);
    free(here);
    text_list_free(with);
    text_list_free(without);
}

/* False if the protocol can be measured over a path, or that is unknown. */
static bool explain_protocol(struct plan *plan, const struct asked *asked, const char *protocol)
{
    struct plan notes = {0};
    bool absent = true, somewhere = false;

    for (const struct path *path = asked->paths; path < asked->paths + asked->path_count; path++) {
        if (!names_select_path(asked->options, path))
            continue;
        absent = absent && !path->missing && explain_path(&notes, asked->options, path, protocol);
        somewhere = somewhere || knows(path, protocol);
    }
    for (char **note = notes.notes; absent && note && *note; note++)
        plan_note(plan, "%s", *note);
    if (absent && !somewhere)
        note_where(plan, asked, protocol);
    text_list_free(notes.notes);
    return absent;
}

bool absences_explain(struct plan *plan, const struct options *options, const struct path *paths,
                      int path_count)
{
    const struct asked asked = {options, paths, path_count};
    bool all = options->protocols && !text_list_has(options->protocols, "all");

    for (char **protocol = options->protocols; protocol && *protocol; protocol++)
        if (strcmp(*protocol, "all") != 0 && !explain_protocol(plan, &asked, *protocol))
            all = false;
    for (char **note = plan->notes; all && note && *note; note++)
        text_say("%s", *note);
    return !all;
}
