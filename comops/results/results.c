/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/results/results.h"

#include "comops/text/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool results_create(struct results *results, const char *name, char *why, size_t why_size)
{
    struct stat status;

    *results = (struct results){.name = text_copy(name)};
    results->fd = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (results->fd < 0 || fstat(results->fd, &status) != 0) {
        snprintf(why, why_size, "cannot write %s: %s", name, strerror(errno));
        results_close(results);
        return false;
    }
    if (S_ISREG(status.st_mode) && status.st_size > 0) {
        snprintf(why, why_size,
                 "%s exists; name another file with -o, or continue it with --resume %s", name,
                 name);
        results_close(results);
        return false;
    }
    results->disposable = S_ISREG(status.st_mode);
    return true;
}

void results_close(struct results *results)
{
    if (results->disposable && results->length == 0)
        unlink(results->name);
    if (results->fd >= 0)
        close(results->fd);
    free(results->name);
    *results = (struct results){.fd = -1};
}

bool results_append(struct results *results, json_t *record, char *why, size_t why_size)
{
    char *text = memory_or_die(json_dumps(record, JSON_COMPACT | JSON_REAL_PRECISION(9)));
    const size_t length = strlen(text);

    json_decref(record);
    text[length] = '\n'; /* in place of the terminator: one write, one whole line */
    errno = 0;
    const ssize_t written = write(results->fd, text, length + 1);

    free(text);
    if (written == (ssize_t)length + 1) {
        results->length += written;
        return true;
    }
    snprintf(why, why_size, "cannot write to %s: %s", results->name,
             strerror(errno ? errno : ENOSPC));
    if (written > 0 && ftruncate(results->fd, results->length) != 0)
        return false; /* the reader leaves a cut line out */
    return false;
}

char *results_key(const json_t *cell)
{
    static const char *const members[] = {"pattern", "path",  "protocol", "placement", "memory",
                                          "ranks",   "bytes", "buffers",  "method",    "series"};
    json_t *key = json_array();

    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        json_t *member = json_object_get(cell, members[i]);

        json_array_append_new(key, member ? json_incref(member) : json_null());
    }
    for (size_t i = 0; i < 2; i++) { /* older files have but one kind of reduction */
        static const char *const combined[] = {"op", "datatype"}, *const paper[] = {"max",
                                                                                    "double"};
        json_t *member = json_object_get(cell, combined[i]);

        json_array_append_new(key, member ? json_incref(member) : json_string(paper[i]));
    }
    char *text = memory_or_die(json_dumps(key, JSON_COMPACT));

    json_decref(key);
    return text;
}

/* Sorts one line of an old file into what it tells. False if it is not a record. */
static bool take_line(const char *line, json_t **campaign, json_t *cells)
{
    json_t *record = json_loads(line, 0, NULL);
    const char *kind = json_string_value(json_object_get(record, "record"));

    if (kind && strcmp(kind, "campaign") == 0 && !*campaign)
        *campaign = json_incref(record);
    const char *stopped = json_string_value(json_object_get(record, "stopped"));

    if (kind && strcmp(kind, "cell") == 0 && json_is_true(json_object_get(record, "valid")) &&
        !(stopped && strcmp(stopped, "interrupted") == 0)) {
        char *key = results_key(record);

        json_object_set_new(cells, key, json_true());
        free(key);
    }
    json_decref(record);
    return kind;
}

/* Takes all lines; results->length is that of the whole ones. False, with why, if a line that is no
 * record stands before others: cutting it off would lose them. */
static bool take_lines(struct results *results, FILE *file, json_t **campaign, json_t *cells,
                       char *why, size_t why_size)
{
    char *line = NULL;
    size_t room = 0, number = 0, bad = 0;
    ssize_t length;

    while (!(bad && bad < number) && (length = getline(&line, &room, file)) > 0) {
        number++;
        if (line[length - 1] == '\n' && take_line(line, campaign, cells))
            results->length += length;
        else if (!bad)
            bad = number;
    }
    free(line);
    if (!bad || bad == number)
        return true;
    snprintf(why, why_size, "line %zu of %s is not a record; remove it to continue", bad,
             results->name);
    return false;
}

bool results_resume(struct results *results, const char *name, json_t **campaign, json_t **cells,
                    char *why, size_t why_size)
{
    FILE *file = fopen(name, "r");

    *campaign = NULL;
    *cells = json_object();
    *results = (struct results){.fd = -1, .name = text_copy(name)};
    if (!file) {
        snprintf(why, why_size, "cannot read %s: %s", name, strerror(errno));
        return false;
    }
    const bool whole = take_lines(results, file, campaign, *cells, why, why_size);

    fclose(file);
    const char *schema = json_string_value(json_object_get(*campaign, "schema"));

    if (!schema || strcmp(schema, RESULTS_SCHEMA) != 0) {
        snprintf(why, why_size, "%s is not a results file of schema " RESULTS_SCHEMA, name);
        return false;
    }
    if (!whole)
        return false;
    results->fd = open(name, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (results->fd < 0 || ftruncate(results->fd, results->length) != 0) {
        snprintf(why, why_size, "cannot continue %s: %s", name, strerror(errno));
        return false;
    }
    return true;
}
