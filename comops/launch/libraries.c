/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/launch/libraries.h"

#include "comops/text/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* An option that adds paths, the form of its values, and the path that they are another form of. */
static const struct kind {
    const char *option, *form, *base;
    library_use *use;
} kinds[] = {
    {"mpi", "NAME=PREFIX", "mpi", library_use_mpi},
    {"openmp", "NAME=LIBRARY", "threads", library_use_openmp},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

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
static char *add_library(struct path **paths, int *count, const struct kind *kind, char *label,
                         const char *place)
{
    struct path path = {.label = label};

    if (!good_name(label) || find_path(*paths, *count, label)) {
        free(label);
        return text_copy("a name must be new and consist of letters, digits, '-', '_' and '.'");
    }
    char *why = kind->use(&path, find_path(*paths, *count, kind->base), place);

    if (!why)
        why = text_copy(path.missing);
    *paths = memory_grow(*paths, (size_t)*count, sizeof **paths);
    (*paths)[(*count)++] = path;
    return why;
}

static bool add_libraries(struct path **paths, int *count, const struct kind *kind,
                          char *const *named)
{
    char *why = NULL;

    for (; named && *named && !why; named++) {
        const char *equals = strchr(*named, '=');
        const int length = equals ? (int)(equals - *named) : 0;

        why = add_library(paths, count, kind, text_format("%s@%.*s", kind->base, length, *named),
                          equals ? equals + 1 : "");
        if (why)
            text_say("--%s %s: %s; write %s", kind->option, *named, why, kind->form);
    }
    free(why);
    return !why;
}

bool paths_add_libraries(struct path **paths, int *count, char *const *mpi, char *const *openmp)
{
    char *const *named[KINDS] = {mpi, openmp};

    for (int i = 0; i < KINDS; i++)
        if (!add_libraries(paths, count, &kinds[i], named[i]))
            return false;
    return true;
}

const char *path_option(const struct path *path)
{
    for (int i = 0; i < KINDS; i++)
        if (strchr(path->label, '@') && path_is(path, kinds[i].base))
            return kinds[i].option;
    return NULL;
}
