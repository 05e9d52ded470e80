/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/launch/libraries.h"

#include "comops/text/text.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* An entry point that our worker needs. LLVM's and Intel's libraries also have GCC's entry points,
 * but GCC's does not have theirs. */
#ifdef __clang__
static const char entry[] = "__kmpc_fork_call";
#else
static const char entry[] = "GOMP_parallel";
#endif

/* NULL, or why the threads cannot run on it. */
static char *check_library(const char *file)
{
    void *library = strchr(file, '/') ? dlopen(file, RTLD_LAZY | RTLD_LOCAL) : NULL;
    char *why = NULL;

    if (!strchr(file, '/'))
        why = text_copy("a library is named by its path, which contains '/'");
    else if (strpbrk(file, " :")) /* which separate libraries in LD_PRELOAD */
        why = text_copy("its path must not contain blanks and colons");
    else if (!library)
        why = text_format("not a library: %s", dlerror());
    else if (!dlsym(library, entry))
        why = text_format("no OpenMP library that our worker can use: it lacks %s", entry);
    if (library)
        dlclose(library);
    return why;
}

/* The last word of LIBRARY:active or LIBRARY:passive, or NULL. */
static const char *find_policy(const char *place)
{
    const char *colon = strrchr(place, ':');
    const bool known = colon && (strcmp(colon, ":active") == 0 || strcmp(colon, ":passive") == 0);

    return known ? colon + 1 : NULL;
}

char *library_use_openmp(struct path *path, const struct path *base, const char *place)
{
    const char *policy = find_policy(place);
    char *file =
        text_format("%.*s", (int)(policy ? policy - 1 - place : (long)strlen(place)), place);
    char *why = base->program ? check_library(file) : text_copy(base->missing);

    if (!why) {
        text_list_add(&path->environment, text_format("LD_PRELOAD=%s", file));
        if (policy)
            text_list_add(&path->environment, text_format("OMP_WAIT_POLICY=%s", policy));
        path->program = text_copy(base->program);
        path_read_offers(path, NULL);
    }
    free(file);
    return why;
}
