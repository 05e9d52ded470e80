/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/tuning/tuning_json.h"

#include "comops/contract/processor.h"

#include <string.h>

const char *const tuning_poll_names[] = {"pause", "fence", "nothing", "event", NULL};

json_t *tuning_json(const struct tuning *tuning)
{
    return json_pack("{ss sI sI}", "poll", tuning_poll_names[tuning->poll], "small_lines",
                     (json_int_t)tuning->small_lines, "prefetched_lines",
                     (json_int_t)tuning->prefetched_lines);
}

static bool parse_lines(const json_t *json, const char *name, uint32_t *lines)
{
    const json_t *value = json_object_get(json, name);
    const json_int_t number = json_integer_value(value);

    *lines = (uint32_t)number;
    return json_is_integer(value) && number >= 0 && number <= TUNING_LINES_MOST;
}

bool tuning_parse(const json_t *json, struct tuning *tuning)
{
    const char *poll = json_string_value(json_object_get(json, "poll"));

    *tuning = (struct tuning){.known = true};
    while (poll && tuning_poll_names[tuning->poll] &&
           strcmp(poll, tuning_poll_names[tuning->poll]) != 0)
        tuning->poll++;
    return poll && tuning->poll < (HAS_EVENTS ? POLL_EVENT + 1 : POLL_EVENT) &&
           parse_lines(json, "small_lines", &tuning->small_lines) &&
           parse_lines(json, "prefetched_lines", &tuning->prefetched_lines);
}
