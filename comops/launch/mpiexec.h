/* SPDX-License-Identifier: BSD-3-Clause */
/* The launchers of MPI (and OpenSHMEM) and their command lines. */
#pragma once

#include "comops/launch/paths.h"

/* Known launchers: the options by which each is told not to bind its ranks, and their number, "%d".
 * A launcher is recognised by a part of what its --version prints; the last entry stands for any
 * other. */
extern const struct mpiexec_launcher {
    const char *version, *words[8]; /* NULL-terminated */
} mpiexec_launchers[];
enum { MPIEXEC_LAUNCHERS = 5 };

/* Sets path->launcher and launcher_version from a command of words between blanks, with the options
 * that keep this launcher from binding; or path->missing, followed by `advice`, if it cannot run.
 */
void mpiexec_find(struct path *path, const char *command, const char *advice);

/* The words of the launcher for so many ranks, to be followed by the worker's; an empty list
 * without a launcher. Free with text_list_free. */
char **mpiexec_words(const struct path *path, int ranks);
