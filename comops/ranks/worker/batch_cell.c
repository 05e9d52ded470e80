/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/worker/batch_cell.h"

#include "comops/ranks/arena/arena.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

const char *const consumption_names[] = {"no", "between", "timed", NULL};

/* False, with *consumption unchanged, if there is none of this name. */
static bool consumption_named(const char *name, enum consumption *consumption)
{
    for (int i = 0; consumption_names[i]; i++)
        if (strcmp(name, consumption_names[i]) == 0) {
            *consumption = (enum consumption)i;
            return true;
        }
    return false;
}

bool batch_cell_parse(const struct words *words, struct command *command)
{
    const char *pattern = words_text(words, "pattern", NULL);
    const char *protocol = words_text(words, "protocol", NULL);
    enum reduction reduction = MAX_DOUBLE;
    enum consumption consumption = CONSUME_NO;
    int64_t bytes = -1, series = 0, repeats = 1, samples = 10, warmups = 1, checks = 0;
    const bool good =
        pattern && protocol && strlen(pattern) < ARENA_NAME && strlen(protocol) < ARENA_NAME &&
        reduction_named(words_text(words, "op", "max"), words_text(words, "datatype", "double"),
                        &reduction) &&
        consumption_named(words_text(words, "consume", "no"), &consumption) &&
        words_integer(words, "bytes", 0, INT_MAX, &bytes) && bytes >= 0 &&
        words_integer(words, "series", 0, INT64_MAX, &series) &&
        words_integer(words, "repeats", 1, UINT32_MAX, &repeats) &&
        words_integer(words, "samples", 1, ARENA_STAMPS, &samples) &&
        words_integer(words, "warmups", 0, UINT32_MAX, &warmups) &&
        words_integer(words, "checks", 0, UINT32_MAX, &checks);

    if (!good)
        return false;
    *command =
        (struct command){.bytes = (uint64_t)bytes,
                         .series = (uint64_t)series,
                         .reduction = reduction,
                         .rewrite = strcmp(words_text(words, "buffers", "reuse"), "rewrite") == 0,
                         .consume = consumption,
                         .runs = (uint32_t)repeats,
                         .stamps = (uint32_t)samples,
                         .warmups = (uint32_t)warmups,
                         .begins = 1,
                         .checks = (uint32_t)checks,
                         .skew_ns = strtoul(words_text(words, "skew", "0"), NULL, 10) * 1000};
    strcpy(command->pattern, pattern);
    strcpy(command->protocol, protocol);
    return true;
}

void batch_cell_begin(struct json *json, const struct words *words)
{
    json_begin_object(json, NULL);
    words_add(words, json);
}

void batch_cell_end(struct json *json, const struct job *job, const char *error)
{
    json_add_number(json, "rate_bytes", job->pattern->rate_bytes(job));
    if (job->pattern->rate_messages)
        json_add_number(json, "rate_messages", job->pattern->rate_messages(job));
    json_add_text(json, "rate_formula", job->pattern->rate_formula);
    json_add_boolean(json, "valid", !error);
    if (error)
        json_add_text(json, "error", error);
    json_end(json, '}');
    putc('\n', json->out);
    fflush(json->out);
}
