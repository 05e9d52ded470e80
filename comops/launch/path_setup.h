/* SPDX-License-Identifier: BSD-3-Clause */
/* What makes a path usable: its launcher and its offers. paths.c's own, shared with
 * mpi_libraries.c.
 */
#ifndef COMOPS_PATH_SETUP_H
#define COMOPS_PATH_SETUP_H

#include "comops/launch/paths.h"

/* The words that keep a launcher from binding and give it the number of ranks, "%d"; a launcher is
 * recognised by a part of its --version. The last is any other. */
extern const struct launcher {
    const char *version, *words;
} launchers[];

/* Sets launcher and launcher_version from a command of words between blanks, or missing. */
void path_find_launcher(struct path *path, const char *command, bool by_mpiexec);
/* Asks path->program what it offers; sets missing if it does not start. */
void path_read_offers(struct path *path);

#endif
