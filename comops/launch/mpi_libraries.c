/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/launch/libraries.h"

#include "build.h" /* generated: version */
#include "comops/launch/installed.h"
#include "comops/launch/mpiexec.h"
#include "comops/launch/process.h"
#include "comops/text/text.h"
#include "path_table.h" /* generated: whether our MPI has MPICH's ABI */

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
        why = text_copy("this comops has no MPI worker with MPICH's ABI");
    else {
        command = text_format("env LD_LIBRARY_PATH=%s %s", library, mpiexec);
        path->program = text_copy(program);
        mpiexec_find(path, command, "");
        path_read_offers(path, library);
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
    path_read_offers(path, NULL);
    return NULL;
}

char *library_use_mpi(struct path *path, const struct path *base, const char *prefix)
{
    char *program = installed_if(text_format("%s/bin/comops", prefix), X_OK);
    char *why =
        program ? use_build(path, program, prefix) : use_library(path, base->program, prefix);

    free(program);
    return why;
}
