/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/launch/paths.h"

#include "comops/launch/installed.h"
#include "comops/launch/mpiexec.h"
#include "comops/launch/process.h"
#include "comops/text/text.h"
#include "path_table.h" /* generated */

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Where a path names this folder for the last time, if that is after `found`, else `found`. */
static const char *last_named(const char *found, const char *path, const char *folder)
{
    const size_t length = strlen(folder);

    for (const char *at = strstr(path, folder); at; at = strstr(at + 1, folder))
        if (at > found && at[-1] == '/' && at[length] == '/')
            found = at;
    return found;
}

/* A path that the compiler saw from the build folder, from the root of the source tree. */
static const char *source_of(const char *file)
{
    const char *found = last_named(file, file, "comops");

    for (size_t i = 0; i < sizeof path_table / sizeof *path_table; i++)
        found = last_named(found, file, path_table[i].folder);
    return found;
}

/* Its strings live as long as path->listed. */
static void read_line(struct path *path, json_t *line)
{
    struct offer offer = {0};
    struct lack lack;

    if (json_unpack(line, "{ss ss ss ss s?s s?s s?s s?s s?s s?s s?s}", "protocol", &offer.protocol,
                    "pattern", &offer.pattern, "summary", &offer.summary, "file", &offer.file,
                    "family", &offer.family, "with", &offer.with, "copies", &offer.copies,
                    "crossings", &offer.crossings, "crossings_used", &offer.crossings_used, "lines",
                    &offer.lines, "waits", &offer.waits) == 0) {
        offer.file = source_of(offer.file);
        path->offers = memory_grow(path->offers, (size_t)path->offer_count, sizeof offer);
        path->offers[path->offer_count++] = offer;
    } else if (json_unpack(line, "{ss ss ss}", "protocol", &lack.protocol, "absent", &lack.patterns,
                           "reason", &lack.reason) == 0) {
        path->lacks = memory_grow(path->lacks, (size_t)path->lack_count, sizeof lack);
        path->lacks[path->lack_count++] = lack;
    }
}

/* One JSON object a line; other lines are a runtime's own output. */
void path_read_offers(struct path *path, const char *library)
{
    char *library_path = text_format("LD_LIBRARY_PATH=%s", library ? library : "");
    char *words[] = {"env", library_path, path->program, "--list", NULL};
    char *text = process_output(library ? words : words + 2), *rest = text, *line;

    if (!text)
        path->missing =
            text_format("%s does not start (try `%s --list`)", path->program, path->program);
    path->listed = json_array();
    while ((line = strsep(&rest, "\n"))) {
        json_t *object = json_loads(line, 0, NULL);

        if (json_array_append_new(path->listed, object) == 0)
            read_line(path, object);
    }
    free(text);
    free(library_path);
}

static void find_path(struct path *path, const struct path_entry *entry, const char *mpiexec)
{
    const bool named = mpiexec && entry->by_mpiexec;

    path->label = text_copy(entry->label);
    path->program = installed_program(entry->program, entry->folder);
    if (!path->program)
        path->missing = text_copy(entry->why_missing);
    else
        path_read_offers(path, NULL);
    if (!path->missing && entry->launcher) {
        char *launcher = named ? text_copy(mpiexec) : installed_launcher(entry->launcher);

        mpiexec_find(path, launcher, entry->by_mpiexec ? "; name the launcher with --mpiexec" : "");
        free(launcher);
    }
}

bool path_is(const struct path *path, const char *label)
{
    const size_t length = strlen(label);

    return strncmp(path->label, label, length) == 0 &&
           (path->label[length] == '\0' || path->label[length] == '@');
}

/* Whether the word is one of those between blanks; "*" covers all. */
static bool covers(const char *words, const char *word)
{
    const size_t length = strlen(word);

    if (strcmp(words, "*") == 0)
        return true;
    for (const char *at = words; (at = strstr(at, word)); at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

const char *path_reason(const struct path *path, const char *protocol, const char *pattern)
{
    for (int i = 0; i < path->lack_count; i++)
        if (covers(path->lacks[i].protocol, protocol) && covers(path->lacks[i].patterns, pattern))
            return path->lacks[i].reason;
    return NULL;
}

struct path *paths_find(const char *mpiexec, int *count)
{
    *count = sizeof path_table / sizeof *path_table;
    struct path *paths = memory_or_die(calloc((size_t)*count, sizeof *paths));

    for (int i = 0; i < *count; i++) {
        find_path(&paths[i], &path_table[i], mpiexec);
        text_detail("path %s: %s", paths[i].label,
                    paths[i].missing ? paths[i].missing : paths[i].program);
    }
    return paths;
}

bool paths_some_start(const struct path *paths, int count)
{
    for (const struct path *path = paths; path < paths + count; path++)
        if (!path->missing)
            return true;
    for (const struct path *path = paths; path < paths + count; path++)
        text_say("path %s: %s", path->label, path->missing);
    return false;
}

void paths_free(struct path *paths, int count)
{
    for (struct path *path = paths; path < paths + count; path++) {
        json_decref(path->listed);
        free(path->offers);
        free(path->lacks);
        free(path->label);
        free(path->program);
        free(path->missing);
        free(path->launcher_version);
        text_list_free(path->environment);
        text_list_free(path->launcher);
    }
    free(paths);
}
