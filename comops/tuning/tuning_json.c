/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/tuning/tuning_json.h"

#include "comops/contract/processor.h"

#include <string.h>

const char *const tuning_poll_names[] = {"pause", "fence", "nothing", "event", NULL};

json_t *tuning_json(const struct tuning *tuning)
{
    return json_pack("{ss ss sI sI sI}", "poll_turns", tuning_poll_names[tuning->poll_turns],
                     "poll_lines", tuning_poll_names[tuning->poll_lines], "small_lines",
                     (json_int_t)tuning->small_lines, "prefetched_lines",
                     (json_int_t)tuning->prefetched_lines, "both_copy_from",
                     (json_int_t)tuning->both_copy_from);
}

static bool parse_poll(const json_t *json, const char *name, uint32_t *poll)
{
    const char *word = json_string_value(json_object_get(json, name));

    *poll = 0;
    while (word && tuning_poll_names[*poll] && strcmp(word, tuning_poll_names[*poll]) != 0)
        ++*poll;
    return word && *poll < (HAS_EVENTS ? POLL_EVENT + 1 : POLL_EVENT);
}

static bool parse_number(const json_t *json, const char *name, json_int_t most, uint32_t *parsed)
{
    const json_t *value = json_object_get(json, name);
    const json_int_t number = json_integer_value(value);

    *parsed = (uint32_t)number;
    return json_is_integer(value) && number >= 0 && number <= most;
}

/* Records from before it existed do not have it. */
static bool parse_both_copy(const json_t *json, uint32_t *bytes)
{
    *bytes = 0;
    return !json_object_get(json, "both_copy_from") ||
           parse_number(json, "both_copy_from", UINT32_MAX, bytes);
}

bool tuning_parse(const json_t *json, struct tuning *tuning)
{
    *tuning = (struct tuning){.known = true};
    return parse_poll(json, "poll_turns", &tuning->poll_turns) &&
           parse_poll(json, "poll_lines", &tuning->poll_lines) &&
           parse_number(json, "small_lines", TUNING_LINES_MOST, &tuning->small_lines) &&
           parse_number(json, "prefetched_lines", TUNING_LINES_MOST, &tuning->prefetched_lines) &&
           parse_both_copy(json, &tuning->both_copy_from);
}
