/* SPDX-License-Identifier: BSD-3-Clause */
/* The results file: JSON Lines, one object a line, valid however it is cut short. */
#ifndef COMOPS_RESULTS_H
#define COMOPS_RESULTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define RESULTS_SCHEMA "comops/1"

struct results {
    int fd;
    char *name;
    off_t length;    /* of the whole lines written */
    bool disposable; /* a regular file that was not there before, or was empty */
};

/* A new file; refuses one that exists and holds something. False, with why. */
bool results_create(struct results *results, const char *name, char *why, size_t why_size);

/* Resumes an old one: *campaign receives its first record, *cells an object whose keys are
 * the keys (results_key) of its valid cells. A last line cut short is taken off. False, with why.
 */
bool results_resume(struct results *results, const char *name, json_t **campaign, json_t **cells,
                    char *why, size_t why_size);

/* Appends the record at once, takes the reference. On failure (a full disk) the file is cut back to
 * whole lines; false, with why. */
bool results_append(struct results *results, json_t *record, char *why, size_t why_size);
/* Closes; a new file in which nothing was written is taken away again (a device never is). */
void results_close(struct results *results);

/* One string that identifies a cell whatever its mode: for a set of cells. The caller frees. */
char *results_key(const json_t *cell);

#endif
