/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/launch/paths.h"

#include "build.h" /* generated: version */
#include "comops/launch/installed.h"
#include "comops/launch/mpiexec.h"
#include "comops/launch/process.h"
#include "comops/text/text.h"
#include "path_table.h" /* generated: whether our MPI has MPICH's ABI */

#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The folder of the library with MPICH's ABI; Intel's is lib/release. */
static char *find_library(const char *prefix)
{
    static const char *const folders[] = {"lib", "lib/release", "lib64", "lib/x86_64-linux-gnu"};
    char *library = NULL;

    for (size_t i = 0; i < sizeof folders / sizeof *folders && !library; i++)
        library = installed_if(text_format("%s/%s/libmpi.so.12", prefix, folders[i]), R_OK);
    if (library)
        *strrchr(library, '/') = '\0';
    return library;
}

/* Our own worker; LD_LIBRARY_PATH replaces its library. NULL, or why not. */
static char *use_library(struct path *path, const char *program, const char *prefix)
{
    char *library = find_library(prefix), *command = NULL, *why = NULL;
    char *mpiexec = installed_if(text_format("%s/bin/mpiexec", prefix), X_OK);

    if (!library || !mpiexec)
        why =
            text_format("%s has no %s", prefix,
                        !mpiexec ? "bin/mpiexec and no bin/comops" : "libmpi.so.12 of MPICH's ABI");
    else if (!COMOPS_MPI_ABI || !program)
        why = text_copy("this comops has no MPI worker of MPICH's ABI");
    else {
        command = text_format("env LD_LIBRARY_PATH=%s %s", library, mpiexec);
        path->program = text_copy(program);
        mpiexec_find(path, command, "");
        path_read_offers(path);
    }
    free(command);
    free(library);
    free(mpiexec);
    return why;
}

/* The launcher of the path mpi in that program's `list --json`. */
static char **launcher_of(char *program)
{
    char *text = process_output((char *[]){program, "list", "--json", NULL}), **launcher = NULL;
    json_t *all = text ? json_loads(text, 0, NULL) : NULL, *path, *word;
    size_t i, j;

    free(text);
    json_array_foreach(json_object_get(all, "paths"), i, path)
    {
        const char *name = json_string_value(json_object_get(path, "name"));

        if (name && strcmp(name, "mpi") == 0)
            json_array_foreach(json_object_get(path, "launcher"), j, word)
                text_list_add(&launcher, text_copy(json_string_value(word)));
    }
    json_decref(all);
    return launcher;
}

/* Another build's worker, with its launcher. NULL, or why not. */
static char *use_build(struct path *path, char *program, const char *prefix)
{
    static const char own[] = "comops " COMOPS_VERSION;
    char *version = process_output((char *[]){program, "--version", NULL});
    const bool same = version && strncmp(version, own, sizeof own - 1) == 0;

    free(version);
    if (!same) /* they would disagree on the arena */
        return text_format("%s is not of version " COMOPS_VERSION, program);
    path->program = installed_if(text_format("%s/bin/comops-mpi", prefix), X_OK);
    path->launcher = path->program ? launcher_of(program) : NULL;
    if (!path->launcher)
        return text_format("%s was built without MPI", program);
    path->launcher_version = process_output((char *[]){path->launcher[0], "--version", NULL});
    path_read_offers(path);
    return NULL;
}

static const struct path *find_path(const struct path *paths, int count, const char *label)
{
    for (const struct path *path = paths; path < paths + count; path++)
        if (strcmp(path->label, label) == 0)
            return path;
    return NULL;
}

static bool good_name(const char *label)
{
    const char *name = strchr(label, '@') + 1;

    for (const char *at = name; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr("-_.", *at))
            return false;
    return *name;
}

/* NULL, or why it cannot be added. */
static char *add_library(struct path **paths, int *count, char *label, const char *prefix)
{
    struct path path = {.label = label};

    if (!good_name(label) || find_path(*paths, *count, label)) {
        free(label);
        return text_copy("a name is one new word of letters, digits, '-', '_' and '.'");
    }
    char *program = installed_if(text_format("%s/bin/comops", prefix), X_OK);
    char *why = program ? use_build(&path, program, prefix)
                        : use_library(&path, find_path(*paths, *count, "mpi")->program, prefix);

    if (!why)
        why = text_copy(path.missing);
    free(program);
    *paths = memory_grow(*paths, (size_t)*count, sizeof **paths);
    (*paths)[(*count)++] = path;
    return why;
}

bool mpi_libraries_add(struct path **paths, int *count, char *const *named)
{
    char *why = NULL;

    for (; named && *named && !why; named++) {
        const char *equals = strchr(*named, '=');
        const int length = equals ? (int)(equals - *named) : 0;

        why = add_library(paths, count, text_format("mpi@%.*s", length, *named),
                          equals ? equals + 1 : "");
        if (why)
            text_say("--mpi %s: %s; write NAME=PREFIX", *named, why);
    }
    free(why);
    return !why;
}
