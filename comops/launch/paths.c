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

/* The last three parts of a path that the compiler saw from the build folder. */
static char *source_of(const char *file)
{
    const char *at = file + strlen(file);

    for (int slashes = 0; at > file; at--)
        if (at[-1] == '/' && ++slashes == 3)
            break;
    return text_copy(at);
}

static char *copy_member(const json_t *line, const char *key)
{
    return text_copy(json_string_value(json_object_get(line, key)));
}

static void add_offer(struct path *path, const json_t *line)
{
    const char *with = json_string_value(json_object_get(line, "with"));

    path->offers = memory_grow(path->offers, (size_t)path->offer_count, sizeof *path->offers);
    path->offers[path->offer_count++] =
        (struct offer){.protocol = copy_member(line, "protocol"),
                       .pattern = copy_member(line, "pattern"),
                       .summary = copy_member(line, "summary"),
                       .family = copy_member(line, "family"),
                       .file = source_of(json_string_value(json_object_get(line, "file"))),
                       .with = with && *with ? text_list(with) : NULL,
                       .copies = copy_member(line, "copies"),
                       .lines = copy_member(line, "lines"),
                       .waits = copy_member(line, "waits")};
}

static void add_lack(struct path *path, const json_t *line)
{
    path->lacks = memory_grow(path->lacks, (size_t)path->lack_count, sizeof *path->lacks);
    path->lacks[path->lack_count++] = (struct lack){.protocol = copy_member(line, "protocol"),
                                                    .patterns = copy_member(line, "absent"),
                                                    .reason = copy_member(line, "reason")};
}

/* One JSON object a line; other lines are a runtime's own output. */
void path_read_offers(struct path *path)
{
    char *text = process_output((char *[]){path->program, "--list", NULL}), *rest = text, *line;

    if (!text)
        path->missing =
            text_format("%s does not start (try `%s --list`)", path->program, path->program);
    while ((line = strsep(&rest, "\n"))) {
        json_t *object = json_loads(line, 0, NULL);

        if (json_object_get(object, "file"))
            add_offer(path, object);
        else if (json_object_get(object, "absent"))
            add_lack(path, object);
        json_decref(object);
    }
    free(text);
}

static void find_path(struct path *path, const struct path_entry *entry, const char *mpiexec)
{
    const bool named = mpiexec && entry->by_mpiexec;

    path->label = text_copy(entry->label);
    path->program = installed_program(entry->program, entry->folder);
    if (!path->program)
        path->missing = text_copy(entry->why_missing);
    else
        path_read_offers(path);
    if (!path->missing && entry->launcher)
        mpiexec_find(path, named ? mpiexec : entry->launcher,
                     entry->by_mpiexec ? "; name the launcher with --mpiexec" : "");
}

bool path_is(const struct path *path, const char *label)
{
    const size_t length = strlen(label);

    return strncmp(path->label, label, length) == 0 &&
           (path->label[length] == '\0' || path->label[length] == '@');
}

struct path *paths_find(const char *mpiexec, int *count)
{
    *count = sizeof path_table / sizeof *path_table;
    struct path *paths = memory_or_die(calloc((size_t)*count, sizeof *paths));

    for (int i = 0; i < *count; i++)
        find_path(&paths[i], &path_table[i], mpiexec);
    return paths;
}

static void free_offer(struct offer *offer)
{
    free(offer->protocol);
    free(offer->pattern);
    free(offer->summary);
    free(offer->family);
    free(offer->file);
    text_list_free(offer->with);
    free(offer->copies);
    free(offer->lines);
    free(offer->waits);
}

static void free_lack(struct lack *lack)
{
    free(lack->protocol);
    free(lack->patterns);
    free(lack->reason);
}

static void free_path(struct path *path)
{
    for (int i = 0; i < path->offer_count; i++)
        free_offer(&path->offers[i]);
    for (int i = 0; i < path->lack_count; i++)
        free_lack(&path->lacks[i]);
    free(path->offers);
    free(path->lacks);
    free(path->label);
    free(path->program);
    free(path->missing);
    free(path->launcher_version);
    text_list_free(path->launcher);
}

void paths_free(struct path *paths, int count)
{
    for (int i = 0; i < count; i++)
        free_path(&paths[i]);
    free(paths);
}
