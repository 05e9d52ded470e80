/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/results/results.h"

#include "comops/text/escape.h"
#include "comops/text/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Without the lock, two campaigns would cut off each other's lines. A file system may have no
 * locks. */
static bool lock(const struct results *results, char *why, size_t why_size)
{
    if (flock(results->fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        return true;
    snprintf(why, why_size, "%s is in use by another campaign", results->name);
    return false;
}

/* Takes over standard output; what else is printed there goes to standard error. */
static int take_standard_output(void)
{
    const int fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);

    return fd >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 ? fd : -1;
}

/* 0, or an errno with why. */
static int check_new(const struct results *results, const struct stat *status, char *why,
                     size_t why_size)
{
    if (!S_ISREG(status->st_mode) || results->standard_output)
        return 0;
    if (status->st_size == 0)
        return lock(results, why, why_size) ? 0 : EWOULDBLOCK;
    snprintf(why, why_size, "%s exists; name another file with -o, or continue it with --resume %s",
             results->name, results->name);
    return EEXIST;
}

char *results_default_name(void)
{
    char host[65] = "here", when[32];
    const time_t now = time(NULL);
    struct tm local;

    gethostname(host, sizeof host - 1);
    strftime(when, sizeof when, "%Y%m%d-%H%M%S", localtime_r(&now, &local));
    return text_format("comops-%s-%s.jsonl", host, when);
}

int results_create(struct results *results, const char *name, char *why, size_t why_size)
{
    const bool standard = strcmp(name, "-") == 0;
    struct stat status;

    *results = (struct results){.name = text_copy(standard ? "standard output" : name),
                                .standard_output = standard};
    results->fd = standard ? take_standard_output()
                           : open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    int error = results->fd < 0 || fstat(results->fd, &status) != 0 ? errno : 0;

    if (error)
        snprintf(why, why_size, "cannot write %s: %s", results->name, strerror(error));
    else
        error = check_new(results, &status, why, why_size);
    if (error) {
        results_close(results);
        return error;
    }
    results->disposable = S_ISREG(status.st_mode) && !standard;
    results->length = S_ISREG(status.st_mode) ? status.st_size : 0;
    return 0;
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

/* Takes the reference. The caller frees. */
static char *line_of(json_t *record, bool follows_unended)
{
    char *text = memory_or_die(json_dumps(record, JSON_COMPACT | JSON_REAL_PRECISION(9)));
    char *line = text_format("%s%s\n", follows_unended ? "\n" : "", text);

    json_decref(record);
    free(text);
    return line;
}

bool results_append(struct results *results, json_t *record, char *why, size_t why_size)
{
    char *line = line_of(record, results->last == LAST_UNENDED);
    const ssize_t length = (ssize_t)strlen(line);
    ssize_t written = -1;

    errno = 0;
    if (results->last != LAST_CUT || ftruncate(results->fd, results->length) == 0)
        written = write(results->fd, line, (size_t)length); /* one write, one whole line */
    free(line);
    if (written == length) {
        results->length += written;
        results->last = LAST_ENDED;
        return true;
    }
    snprintf(why, why_size, "cannot write to %s: %s", results->name,
             strerror(errno ? errno : ENOSPC));
    if (written > 0 && ftruncate(results->fd, results->length) != 0)
        return false; /* the reader leaves a cut line out */
    return false;
}

json_t *results_text(const char *text)
{
    char *escaped = escape_bytes(text);
    json_t *string = json_string(escaped);

    free(escaped);
    return string;
}

char *results_key(const json_t *cell)
{
    static const char *const members[] = {"pattern", "path",     "protocol", "placement", "memory",
                                          "ranks",   "bytes",    "buffers",  "method",    "series",
                                          "op",      "datatype", "pages",    "skew"};
    /* Older files have only one kind of reduction. */
    json_t *older = json_pack("{ss ss}", "op", "max", "datatype", "double"), *key = json_array();

    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        json_t *member = json_object_get(cell, members[i]);

        if (!member)
            member = json_object_get(older, members[i]);
        json_array_append_new(key, member ? json_incref(member) : json_null());
    }
    json_decref(older);
    char *text = memory_or_die(json_dumps(key, JSON_COMPACT));

    json_decref(key);
    return text;
}

/* Evaluates one line of an existing file. False if it is not a record. */
static bool take_line(const char *line, size_t length, json_t **campaign, json_t *cells)
{
    json_t *record = json_loadb(line, length, 0, NULL);
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

/* Reads all records. False, with why, if a line is no record, except for a last line that was cut
 * short. */
static bool take_lines(struct results *results, FILE *file, json_t **campaign, json_t *cells,
                       char *why, size_t why_size)
{
    char *line = NULL;
    size_t room = 0, number = 0;
    ssize_t length;
    bool good = true;

    while (good && (length = getline(&line, &room, file)) > 0) {
        const bool ends = line[length - 1] == '\n';
        const bool taken = take_line(line, (size_t)length, campaign, cells);

        number++;
        good = taken || !ends;
        results->length += taken ? length : 0;
        results->last = taken && ends ? LAST_ENDED : taken ? LAST_UNENDED : LAST_CUT;
    }
    free(line);
    if (!good)
        snprintf(why, why_size, "line %zu of %s is not a record; remove it to continue", number,
                 results->name);
    return good;
}

/* NULL, with errno, if there is no such file: a pipe or a device may have no end. */
static FILE *open_file(const char *name)
{
    const int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status;

    if (fd < 0)
        return NULL;
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode))
        return fdopen(fd, "r");
    close(fd);
    errno = EINVAL;
    return NULL;
}

static bool read_campaign(struct results *results, json_t **campaign, json_t *cells, char *why,
                          size_t why_size)
{
    FILE *file = open_file(results->name);

    if (!file) {
        snprintf(why, why_size, "cannot read %s: %s", results->name,
                 errno == EINVAL ? "not a file" : strerror(errno));
        return false;
    }
    const bool good = take_lines(results, file, campaign, cells, why, why_size);

    fclose(file);
    const char *schema = json_string_value(json_object_get(*campaign, "schema"));

    if (schema && strcmp(schema, RESULTS_SCHEMA) == 0)
        return good;
    snprintf(why, why_size, "%s is not a results file of schema " RESULTS_SCHEMA, results->name);
    return false;
}

bool results_resume(struct results *results, const char *name, json_t **campaign, json_t **cells,
                    char *why, size_t why_size)
{
    *campaign = NULL;
    *cells = json_object();
    *results = (struct results){.fd = open(name, O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK),
                                .name = text_copy(name)};
    const int error = errno;

    if (!read_campaign(results, campaign, *cells, why, why_size))
        return false;
    if (results->fd < 0) {
        snprintf(why, why_size, "cannot continue %s: %s", name, strerror(error));
        return false;
    }
    return lock(results, why, why_size);
}
