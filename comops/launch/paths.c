/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/launch/paths.h"

#include "comops/launch/installed.h"
#include "comops/launch/path_setup.h"
#include "comops/launch/process.h"
#include "comops/text/text.h"
#include "path_table.h" /* generated */

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct launcher launchers[] = {{"HYDRA", "-bind-to,none,-n,%d"},
                                     {"Open MPI", "--bind-to,none,--oversubscribe,-n,%d"},
                                     {"OpenRTE", "--bind-to,none,--oversubscribe,-n,%d"},
                                     {"Intel(R) MPI", "-genv,I_MPI_PIN,off,-n,%d"},
                                     {"", "-n,%d"},
                                     {NULL, NULL}};

static const char *launcher_words(const char *version)
{
    const struct launcher *launcher = launchers;

    while (!strstr(version, launcher->version))
        launcher++;
    return launcher->words;
}

void path_find_launcher(struct path *path, const char *command, bool by_mpiexec)
{
    char *with_commas = memory_or_die(strdup(command));

    for (char *at = with_commas; (at = strchr(at, ' '));)
        *at = ',';
    char **words = text_list(with_commas);
    size_t count = 0;

    while (words[count])
        count++;
    char **ask = memory_or_die(calloc(count + 2, sizeof *ask));

    memcpy(ask, words, count * sizeof *ask);
    ask[count] = "--version";
    path->launcher_version = count ? process_output(ask) : NULL;
    free(ask);
    if (path->launcher_version) {
        char *all = NULL;

        if (asprintf(&all, "%s,%s", with_commas, launcher_words(path->launcher_version)) < 0)
            memory_or_die(NULL);
        path->launcher = text_list(all);
        free(all);
    } else if (asprintf(&path->missing, "cannot run `%s --version`%s", command,
                        by_mpiexec ? "; name the launcher with --mpiexec" : "") < 0) {
        memory_or_die(NULL);
    }
    text_list_free(words);
    free(with_commas);
}

/* The compiler was given a path from the build folder; only its last three parts are the source's.
 */
static char *source_of(const char *file)
{
    const char *at = file + strlen(file);

    for (int slashes = 0; at > file; at--)
        if (at[-1] == '/' && ++slashes == 3)
            break;
    return memory_or_die(strdup(at));
}

static char *copied(const char *text)
{
    return text ? memory_or_die(strdup(text)) : NULL;
}

static void read_line(struct path *path, const json_t *line)
{
    const char *protocol, *pattern, *patterns, *summary, *file, *with, *reason;
    const char *family = NULL, *copies = NULL, *lines = NULL, *waits = NULL;

    if (json_unpack((json_t *)line, "{ss ss ss ss ss s?s s?s s?s s?s}", "protocol", &protocol,
                    "pattern", &pattern, "summary", &summary, "file", &file, "with", &with,
                    "family", &family, "copies", &copies, "lines", &lines, "waits", &waits) == 0) {
        path->offers = memory_or_die(
            realloc(path->offers, (size_t)(path->offer_count + 1) * sizeof *path->offers));
        path->offers[path->offer_count++] =
            (struct offer){strdup(protocol), strdup(pattern), strdup(summary),
                           copied(family),   source_of(file), *with ? text_list(with) : NULL,
                           copied(copies),   copied(lines),   copied(waits)};
    } else if (json_unpack((json_t *)line, "{ss ss ss}", "protocol", &protocol, "absent", &patterns,
                           "reason", &reason) == 0) {
        path->lacks = memory_or_die(
            realloc(path->lacks, (size_t)(path->lack_count + 1) * sizeof *path->lacks));
        path->lacks[path->lack_count++] =
            (struct lack){strdup(protocol), strdup(patterns), strdup(reason)};
    }
}

void path_read_offers(struct path *path)
{
    char *text = process_output((char *[]){path->program, "--list", NULL}), *rest = text, *line;

    if (!text) {
        if (asprintf(&path->missing, "%s does not start (try `%s --list`)", path->program,
                     path->program) < 0)
            memory_or_die(NULL);
        return;
    }
    while ((line = strsep(&rest, "\n"))) {
        json_t *object = json_loads(line, 0, NULL);

        read_line(path, object);
        json_decref(object);
    }
    free(text);
}

static void find_path(struct path *path, const struct path_entry *entry, const char *mpiexec)
{
    path->label = memory_or_die(strdup(entry->label));
    path->program = installed_program(entry->program, entry->folder);
    if (!path->program)
        path->missing = memory_or_die(strdup(entry->why_missing));
    else
        path_read_offers(path);
    if (path->program && !path->missing && entry->launcher)
        path_find_launcher(path, mpiexec && entry->by_mpiexec ? mpiexec : entry->launcher,
                           entry->by_mpiexec);
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

void paths_free(struct path *paths, int count)
{
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < paths[i].offer_count; j++) {
            free(paths[i].offers[j].protocol);
            free(paths[i].offers[j].pattern);
            free(paths[i].offers[j].summary);
            free(paths[i].offers[j].family);
            free(paths[i].offers[j].file);
            text_list_free(paths[i].offers[j].with);
            free(paths[i].offers[j].copies);
            free(paths[i].offers[j].lines);
            free(paths[i].offers[j].waits);
        }
        for (int j = 0; j < paths[i].lack_count; j++) {
            free(paths[i].lacks[j].protocol);
            free(paths[i].lacks[j].patterns);
            free(paths[i].lacks[j].reason);
        }
        free(paths[i].offers);
        free(paths[i].lacks);
        free(paths[i].label);
        free(paths[i].program);
        free(paths[i].missing);
        free(paths[i].launcher_version);
        text_list_free(paths[i].launcher);
    }
    free(paths);
}

char **path_command_line(const struct path *path, int ranks, int slot, int arena, int notify)
{
    size_t count = 0, words = 0;

    while (path->launcher && path->launcher[words])
        words++;
    char **argv = memory_or_die(calloc(words + 10, sizeof *argv));
    char number[16], arena_path[64], notify_path[64], slot_number[16];

    snprintf(number, sizeof number, "%d", ranks);
    snprintf(arena_path, sizeof arena_path, "/proc/%d/fd/%d", getpid(), arena);
    snprintf(notify_path, sizeof notify_path, "/proc/%d/fd/%d", getpid(), notify);
    snprintf(slot_number, sizeof slot_number, "%d", slot);
    for (size_t i = 0; i < words; i++)
        argv[count++] = strdup(strcmp(path->launcher[i], "%d") ? path->launcher[i] : number);
    const char *const own[] = {path->program, "--ranks",   number,   "--arena",  arena_path,
                               "--notify",    notify_path, "--team", slot_number};

    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        argv[count++] = memory_or_die(strdup(own[i]));
    return argv;
}
