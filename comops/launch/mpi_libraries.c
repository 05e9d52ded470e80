/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/launch/mpi_libraries.h"

#include "build.h" /* generated: version */
#include "comops/launch/mpiexec.h"
#include "comops/launch/process.h"
#include "comops/text/text.h"
#include "path_table.h" /* generated: whether our MPI has MPICH's ABI */

#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* PREFIX/NAME if it is there; the caller frees. */
static char *find(const char *prefix, const char *name, int mode)
{
    char *file = text_format("%s/%s", prefix, name);

    if (access(file, mode) == 0)
        return file;
    free(file);
    return NULL;
}

/* The folder of the library with MPICH's ABI; Intel's is lib/release. */
static char *find_library(const char *prefix)
{
    static const char *const folders[] = {"lib", "lib/release", "lib64", "lib/x86_64-linux-gnu"};

    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char *folder = text_format("%s/%s", prefix, folders[i]);
        char *library = find(folder, "libmpi.so.12", R_OK);

        if (library) {
            free(library);
            return folder;
        }
        free(folder);
    }
    return NULL;
}

/* Our own worker; LD_LIBRARY_PATH replaces its library. */
static bool use_library(struct path *path, const struct path *own, const char *prefix, char *why,
                        size_t why_size)
{
    char *library = find_library(prefix), *mpiexec = find(prefix, "bin/mpiexec", X_OK);

    if (!library || !mpiexec)
        snprintf(why, why_size, "%s has no %s", prefix,
                 !mpiexec ? "bin/mpiexec and no bin/comops" : "libmpi.so.12 of MPICH's ABI");
    else if (!COMOPS_MPI_ABI || !own->program)
        snprintf(why, why_size, "this comops has no MPI worker of MPICH's ABI");
    else {
        char *command = text_format("env LD_LIBRARY_PATH=%s %s", library, mpiexec);

        path->program = text_copy(own->program);
        mpiexec_find(path, command, "");
        path_read_offers(path);
        free(command);
    }
    free(library);
    free(mpiexec);
    return path->program;
}

/* The launcher of the path named mpi, as that program's `list --json` says. */
static char **launcher_of(const char *program)
{
    char *text = process_output((char *[]){(char *)program, "list", "--json", NULL});
    json_t *all = text ? json_loads(text, 0, NULL) : NULL, *path, *word;
    char **launcher = NULL;
    size_t i, j;

    free(text);
    json_array_foreach(json_object_get(all, "paths"), i, path)
    {
        const char *name = json_string_value(json_object_get(path, "name"));
        const json_t *words = json_object_get(path, "launcher");

        if (!name || strcmp(name, "mpi") != 0)
            continue;
        json_array_foreach(words, j, word)
            text_list_add(&launcher, text_copy(json_string_value(word)));
    }
    json_decref(all);
    return launcher;
}

/* Another build's worker, with its launcher. Both programs must agree on the arena. */
static bool use_build(struct path *path, const char *program, const char *prefix, char *why,
                      size_t why_size)
{
    char *version = process_output((char *[]){(char *)program, "--version", NULL});
    const bool same = version && strncmp(version, "comops " COMOPS_VERSION,
                                         strlen("comops " COMOPS_VERSION)) == 0;

    free(version);
    path->program = find(prefix, "bin/comops-mpi", X_OK);
    path->launcher = path->program && same ? launcher_of(program) : NULL;
    if (!same)
        snprintf(why, why_size, "%s is not of version " COMOPS_VERSION, program);
    else if (!path->launcher)
        snprintf(why, why_size, "%s was built without MPI", program);
    else
        path_read_offers(path);
    if (path->launcher)
        path->launcher_version = process_output((char *[]){path->launcher[0], "--version", NULL});
    return path->launcher;
}

static bool good_name(const struct path *paths, int count, const char *name)
{
    for (const char *at = name; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr("-_.", *at))
            return false;
    for (int i = 0; i < count; i++)
        if (strncmp(paths[i].label, "mpi@", 4) == 0 && strcmp(paths[i].label + 4, name) == 0)
            return false;
    return *name;
}

static bool add_library(struct path **paths, int *count, const char *name, const char *prefix,
                        char *why, size_t why_size)
{
    const struct path *own = NULL;
    struct path path = {0};

    if (!good_name(*paths, *count, name)) {
        snprintf(why, why_size, "a name is one new word of letters, digits, '-', '_' and '.'");
        return false;
    }
    for (int i = 0; i < *count; i++)
        if (strcmp((*paths)[i].label, "mpi") == 0)
            own = &(*paths)[i];
    char *program = find(prefix, "bin/comops", X_OK);

    path.label = text_format("mpi@%s", name);
    const bool good = program ? use_build(&path, program, prefix, why, why_size)
                              : use_library(&path, own, prefix, why, why_size);

    free(program);
    *paths = memory_grow(*paths, (size_t)*count, sizeof **paths);
    (*paths)[(*count)++] = path;
    return good;
}

bool mpi_libraries_add(struct path **paths, int *count, char *const *named)
{
    char why[512];

    for (char *const *one = named; one && *one; one++) {
        const char *equals = strchr(*one, '=');
        char *name = memory_or_die(strndup(*one, equals ? (size_t)(equals - *one) : 0));
        const bool good =
            add_library(paths, count, name, equals ? equals + 1 : "", why, sizeof why);

        free(name);
        if (!good) {
            text_say("--mpi %s: %s; write NAME=PREFIX", *one, why);
            return false;
        }
    }
    return true;
}
