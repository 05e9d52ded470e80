/* SPDX-License-Identifier: BSD-3-Clause */
/* The results file: JSON Lines, one object a line, valid however it is cut short; and its first
 * record. */
#pragma once

#include "comops/arena/clock.h"
#include "comops/plan/plan.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define RESULTS_SCHEMA "comops/1"

/* The last line of a resumed file: with its end of line, a record without it, or cut short. */
enum last_line { LAST_ENDED, LAST_UNENDED, LAST_CUT };

struct results {
    int fd;
    char *name;
    off_t length; /* of all records */
    enum last_line last;
    bool disposable; /* a regular file that was not there before, or was empty */
    bool standard_output;
};

/* "comops-HOST-TIME.jsonl"; the caller frees. */
char *results_default_name(void);

/* A new file; refuses one that exists and holds something. "-" is standard output; what else is
 * printed then goes to standard error. 0, or an errno with why: EEXIST, EWOULDBLOCK where another
 * campaign writes the file, or that of open. */
int results_create(struct results *results, const char *name, char *why, size_t why_size);

/* Opens an existing file without changing it: *campaign receives its first record, *cells an object
 * whose keys are the keys (results_key) of its valid cells. False, with why. */
bool results_resume(struct results *results, const char *name, json_t **campaign, json_t **cells,
                    char *why, size_t why_size);

/* Appends the record at once and takes the reference. The first call removes a last line that was
 * cut short and is no record. On failure (a full disk) the file is cut back to whole lines; false,
 * with why. */
bool results_append(struct results *results, json_t *record, char *why, size_t why_size);
/* Closes the file, and removes a new one in which nothing was written (never a device). */
void results_close(struct results *results);

/* A string that identifies a cell regardless of its mode, for a set of cells. The caller frees. */
char *results_key(const json_t *cell);

/* A string; bytes that are not UTF-8 as by escape_bytes. */
json_t *results_text(const char *text);

/* The first record: the request, the machine, the build; all that is known before the workers are
 * started. The caller owns it. */
json_t *campaign_record(const struct options *options, const struct machine *machine,
                        const struct clock_quality *clock, const struct plan *plan,
                        const struct path *paths, int path_count);

/* Resumes an interrupted campaign: opens the file of options->resume and replaces the options by
 * those of its campaign. *done receives the keys of its valid cells. False, with the reason on
 * standard error, for a damaged or foreign file, another machine, or further options. */
bool resume_campaign(struct options *options, const struct machine *machine,
                     struct results *results, json_t **done);
