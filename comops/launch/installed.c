/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/launch/installed.h"

#include "build.h" /* generated */
#include "comops/text/text.h"
#include "path_table.h" /* generated */

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The folder this program was started from. */
static const char *own_folder(void)
{
    static char folder[PATH_MAX];

    if (!folder[0] && readlink("/proc/self/exe", folder, sizeof folder - 1) > 0)
        *strrchr(folder, '/') = '\0';
    return folder;
}

char *installed_if(char *path, int mode)
{
    if (access(path, mode) == 0)
        return path;
    free(path);
    return NULL;
}

char *installed_file(const char *name)
{
    char *file = installed_if(text_format("%s/../share/comops/%s", own_folder(), name), R_OK);

    if (!file)
        file = installed_if(text_format("%s/../comops/%s", own_folder(), name), R_OK);
    return file ? file : installed_if(text_format(COMOPS_SOURCE_ROOT "/%s", name), R_OK);
}

char *installed_launcher(const char *program)
{
    char *beside = NULL;

    if (!strchr(program, '/'))
        beside = installed_if(text_format("%s/%s", own_folder(), program), X_OK);
    return beside ? beside : text_copy(program);
}

char *installed_program(const char *name, const char *build_folder)
{
    const char *own = own_folder();
    char *program = installed_if(text_format("%s/%s", own, name), X_OK);

    return program ? program
                   : installed_if(text_format("%s/../../%s/%s", own, build_folder, name), X_OK);
}

/* Returns only if python3 cannot be started. */
static void become_python(char *script, const char *command, char *const *arguments)
{
    char *beside = installed_if(text_format("%s/python3", own_folder()), X_OK), **argv = NULL;

    text_list_add(&argv, beside ? beside : text_copy("python3"));
    text_list_add(&argv, script);
    if (command)
        text_list_add(&argv, text_copy(command));
    for (; *arguments; arguments++)
        text_list_add(&argv, *arguments);
    execvp(argv[0], argv);
}

/* For scripts that measure with this program or build it anew. In a build folder they do not find
 * the catalogue by themselves (common/catalogue.py). */
static void tell_environment(void)
{
    char *own = realpath("/proc/self/exe", NULL);
    char *catalogue = installed_if(text_format("%s/catalogue.json", own_folder()), R_OK);

    if (catalogue)
        setenv("COMOPS_CATALOGUE", catalogue, true);
    free(catalogue);

    setenv("COMOPS_PROGRAM", own ? own : "comops", true);
    setenv("COMOPS_SOURCE", COMOPS_SOURCE_ROOT, true);
    setenv("COMOPS_VERSION", COMOPS_VERSION, true);
    setenv("COMOPS_COMPILER", COMOPS_COMPILER, true);
    setenv("COMOPS_FLAGS", COMOPS_FLAGS, true);
    free(own);
}

void python_run(const char *script, const char *command, char *const *arguments)
{
    char *file = installed_file(script);

    tell_environment();
    if (!file) {
        text_say("cannot find %s: it is not installed with this program", script);
        return;
    }
    become_python(file, command, arguments);
    text_say("cannot start python3 to run %s: %s", file, strerror(errno));
}
