/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/tuning/tuning_json.h"

#include "comops/contract/processor.h"

#include <string.h>

const char *const tuning_poll_names[] = {"pause", "fence", "nothing", "event", NULL};

json_t *tuning_json(const struct tuning *tuning)
{
    return json_pack("{ss ss sI sI}", "poll_turns", tuning_poll_names[tuning->poll_turns],
                     "poll_lines", tuning_poll_names[tuning->poll_lines], "small_lines",
                     (json_int_t)tuning->small_lines, "prefetched_lines",
                     (json_int_t)tuning->prefetched_lines);
}

static bool parse_poll(const json_t *json, const char *name, uint32_t *poll)
{
    const char *word = json_string_value(json_object_get(json, name));

    *poll = 0;
    while (word && tuning_poll_names[*poll] && strcmp(word, tuning_poll_names[*poll]) != 0)
        ++*poll;
    return word && *poll < (HAS_EVENTS ? POLL_EVENT + 1 : POLL_EVENT);
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
    *tuning = (struct tuning){.known = true};
    return parse_poll(json, "poll_turns", &tuning->poll_turns) &&
           parse_poll(json, "poll_lines", &tuning->poll_lines) &&
           parse_lines(json, "small_lines", &tuning->small_lines) &&
           parse_lines(json, "prefetched_lines", &tuning->prefetched_lines);
}
