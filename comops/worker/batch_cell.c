/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/worker/batch_cell.h"

#include "comops/arena/consumption.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

bool batch_cell_parse(json_t *cell, struct command *command)
{
    const char *pattern, *protocol, *buffers = "reuse", *consume = "no", *op = "max",
                                    *datatype = "double", *skew = "0";
    enum reduction reduction = MAX_DOUBLE;
    enum consumption consumption = CONSUME_NO;
    json_int_t bytes, series = 0, repeats = 1, samples = 10, checks = 0;
    const bool good =
        json_unpack(cell, "{ss ss sI s?I s?s s?s s?s s?s s?s s?I s?I s?I}", "pattern", &pattern,
                    "protocol", &protocol, "bytes", &bytes, "series", &series, "op", &op,
                    "datatype", &datatype, "skew", &skew, "buffers", &buffers, "consume", &consume,
                    "repeats", &repeats, "samples", &samples, "checks", &checks) == 0 &&
        strlen(pattern) < ARENA_NAME && strlen(protocol) < ARENA_NAME && bytes >= 0 &&
        bytes <= INT_MAX && reduction_named(op, datatype, &reduction) &&
        consumption_named(consume, &consumption) && series >= 0 && repeats > 0 &&
        repeats <= UINT32_MAX && samples > 0 && samples <= ARENA_STAMPS && checks >= 0 &&
        checks <= UINT32_MAX;

    if (!good)
        return false;
    *command = (struct command){.bytes = (uint64_t)bytes,
                                .series = (uint64_t)series,
                                .reduction = reduction,
                                .rewrite = strcmp(buffers, "rewrite") == 0,
                                .consume = consumption,
                                .runs = (uint32_t)repeats,
                                .stamps = (uint32_t)samples,
                                .warmups = 1,
                                .checks = (uint32_t)checks,
                                .skew_ns = strtoul(skew, NULL, 10) * 1000};
    strcpy(command->pattern, pattern);
    strcpy(command->protocol, protocol);
    return true;
}

void batch_cell_print(json_t *cell, const struct job *job, const char *error)
{
    json_object_set_new(cell, "rate_bytes", json_real(job->pattern->rate_bytes(job)));
    if (job->pattern->rate_messages)
        json_object_set_new(cell, "rate_messages", json_real(job->pattern->rate_messages(job)));
    json_object_set_new(cell, "rate_formula", json_string(job->pattern->rate_formula));
    json_object_set_new(cell, "valid", json_boolean(!error));
    if (error)
        json_object_set_new(cell, "error", json_string(error));
    json_dumpf(cell, stdout, JSON_COMPACT | JSON_REAL_PRECISION(9));
    putchar('\n');
    fflush(stdout);
}
