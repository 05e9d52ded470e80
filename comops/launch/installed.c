/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/launch/installed.h"

#include "comops/text/text.h"
#include "path_table.h" /* generated */

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The folder this program was started from. */
static void own_folder(char into[PATH_MAX])
{
    const ssize_t length = readlink("/proc/self/exe", into, PATH_MAX - 1);

    into[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(into, '/');

    if (slash)
        *slash = '\0';
}

static char *format_path(const char *folder, const char *middle, const char *name)
{
    char *path = NULL;

    if (asprintf(&path, "%s/%s/%s", folder, middle, name) < 0)
        memory_or_die(NULL);
    return path;
}

char *installed_file(const char *name)
{
    char own[PATH_MAX];

    own_folder(own);
    char *installed = format_path(own, "../share/comops", name);

    if (access(installed, R_OK) == 0)
        return installed;
    free(installed);
    char *source = format_path(COMOPS_SOURCE_ROOT, ".", name);

    if (access(source, R_OK) == 0)
        return source;
    free(source);
    return NULL;
}

/* In a build folder scripts do not find it by themselves (common/catalogue.py). */
static void name_catalogue(void)
{
    char own[PATH_MAX];

    own_folder(own);
    char *built = format_path(own, ".", "catalogue.json");

    if (access(built, R_OK) == 0)
        setenv("COMOPS_CATALOGUE", built, true);
    free(built);
}

/* Returns only if there is no python3 that can be started. */
static void become_python(const char *script, const char *command, char *const *arguments)
{
    char own[PATH_MAX];
    size_t count = 0, words = 0;

    own_folder(own);
    char *beside = format_path(own, ".", "python3");
    const bool usable = access(beside, X_OK) == 0;

    while (arguments[count])
        count++;
    char **argv = memory_or_die(calloc(count + 4, sizeof *argv));

    argv[words++] = usable ? beside : "python3";
    argv[words++] = (char *)script;
    if (command)
        argv[words++] = (char *)command;
    memcpy(argv + words, arguments, count * sizeof *argv);
    execvp(argv[0], argv);
    free(argv);
    free(beside);
}

void python_run(const char *script, const char *command, char *const *arguments)
{
    char *file = installed_file(script), *own = realpath("/proc/self/exe", NULL);

    /* For scripts that measure with this program, or build it anew. */
    setenv("COMOPS_PROGRAM", own ? own : "comops", true);
    setenv("COMOPS_SOURCE", COMOPS_SOURCE_ROOT, true);
    free(own);
    name_catalogue();
    if (!file) {
        text_say("%s, which does this, is not installed beside this program", script);
        return;
    }
    become_python(file, command, arguments);
    text_say("cannot start python3, which runs %s: %s", file, strerror(errno));
    free(file);
}

char *installed_program(const char *name, const char *build_folder)
{
    char own[PATH_MAX], middle[64];

    own_folder(own);
    char *program = format_path(own, ".", name);

    if (access(program, X_OK) == 0)
        return program;
    free(program);
    snprintf(middle, sizeof middle, "../../%s", build_folder);
    program = format_path(own, middle, name);
    if (access(program, X_OK) == 0)
        return program;
    free(program);
    return NULL;
}
