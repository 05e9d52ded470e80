/* SPDX-License-Identifier: BSD-3-Clause */
/* The layout of the structs that Python reads and writes in place: each member once, with the
 * offset that the compiler gave it. */
#include "comops/ranks/front/front.h"

#include "comops/ranks/text/json.h"

static void begin_struct(struct json *json, const char *name, size_t bytes)
{
    json_begin_object(json, name);
    json_add_integer(json, "bytes", (int64_t)bytes);
    json_begin_object(json, "members");
}

static void end_struct(struct json *json)
{
    json_end(json, '}');
    json_end(json, '}');
}

static void member(struct json *json, const char *name, size_t offset, const char *type,
                   size_t count)
{
    json_begin_array(json, name);
    json_add_integer(json, NULL, (int64_t)offset);
    json_add_text(json, NULL, type);
    json_add_integer(json, NULL, (int64_t)count);
    json_end(json, ']');
}

/* NumPy's name of a type. */
#define TYPE(expression)                                                                           \
    _Generic((expression), int32_t: "i4", uint32_t: "u4", uint64_t: "u8", double: "f8", char *: "S")
#define VALUE(type, name) ((type *)NULL)->name
#define MEMBER(type, name)                                                                         \
    member(json, #name, offsetof(type, name), TYPE(VALUE(type, name)),                             \
           TYPE(VALUE(type, name))[0] == 'S' ? sizeof VALUE(type, name) : 1)
#define ARRAY(type, name, count)                                                                   \
    member(json, #name, offsetof(type, name), TYPE(VALUE(type, name)[0]), count)
/* With the member's own name in place of the path to it. */
#define INNER(type, path, name)                                                                    \
    member(json, #name, offsetof(type, path.name), TYPE(VALUE(type, path.name)), 1)

static void write_command(struct json *json)
{
    begin_struct(json, "command", sizeof(struct command));
    MEMBER(struct command, pattern);
    MEMBER(struct command, protocol);
    MEMBER(struct command, bytes);
    MEMBER(struct command, series);
    MEMBER(struct command, reduction);
    MEMBER(struct command, flush);
    MEMBER(struct command, clear);
    MEMBER(struct command, pages);
    MEMBER(struct command, layout);
    MEMBER(struct command, bind_pages);
    MEMBER(struct command, rewrite);
    MEMBER(struct command, consume);
    MEMBER(struct command, runs);
    MEMBER(struct command, barrier_each);
    MEMBER(struct command, empty_runs);
    MEMBER(struct command, stamps);
    MEMBER(struct command, warmups);
    MEMBER(struct command, unprepared);
    MEMBER(struct command, begins);
    MEMBER(struct command, first);
    MEMBER(struct command, settle_ns);
    MEMBER(struct command, lead_ns);
    MEMBER(struct command, checks);
    MEMBER(struct command, handovers);
    MEMBER(struct command, quit);
    MEMBER(struct command, counters);
    MEMBER(struct command, repetition);
    MEMBER(struct command, computing_ns);
    MEMBER(struct command, computing_alone);
    MEMBER(struct command, skew_ns);
    INNER(struct command, tuning, known);
    INNER(struct command, tuning, lines);
    INNER(struct command, tuning, both_copy_from);
    end_struct(json);
}

static void write_rank(struct json *json)
{
    begin_struct(json, "rank", sizeof(struct arena_rank));
    MEMBER(struct arena_rank, pid);
    MEMBER(struct arena_rank, pu_wanted);
    MEMBER(struct arena_rank, node_wanted);
    MEMBER(struct arena_rank, pu_seen);
    MEMBER(struct arena_rank, node_buffers);
    MEMBER(struct arena_rank, node_temporary);
    MEMBER(struct arena_rank, huge_bytes);
    MEMBER(struct arena_rank, levels);
    MEMBER(struct arena_rank, grouped);
    MEMBER(struct arena_rank, reading_ns);
    MEMBER(struct arena_rank, first_ns);
    MEMBER(struct arena_rank, settled_ns);
    MEMBER(struct arena_rank, settled);
    MEMBER(struct arena_rank, trended);
    MEMBER(struct arena_rank, lead_ns);
    MEMBER(struct arena_rank, handover_before_ns);
    MEMBER(struct arena_rank, handover_after_ns);
    MEMBER(struct arena_rank, error);
    INNER(struct arena_rank, disturbances, watched_us);
    member(json, "disturbances", offsetof(struct arena_rank, disturbances.of), "f8", DISTURBANCES);
    MEMBER(struct arena_rank, taken_ns);
    MEMBER(struct arena_rank, ended_ns);
    ARRAY(struct arena_rank, spent_ns, SPENDINGS);
    member(json, "clock_with", offsetof(struct arena_rank, clock_offset.with), "i4", 1);
    member(json, "clock_ns", offsetof(struct arena_rank, clock_offset.ns), "f8", 1);
    member(json, "clock_error_ns", offsetof(struct arena_rank, clock_offset.error_ns), "f8", 1);
    member(json, "events", offsetof(struct arena_rank, counted.events), "u4", 1);
    member(json, "passes", offsetof(struct arena_rank, counted.passes), "u4", 1);
    member(json, "event_names", offsetof(struct arena_rank, counted.names), "S",
           sizeof VALUE(struct arena_rank, counted.names));
    member(json, "timed", offsetof(struct arena_rank, counted.timed), "f8", COUNTERS_MOST);
    member(json, "empty", offsetof(struct arena_rank, counted.empty), "f8", COUNTERS_MOST);
    end_struct(json);
}

static void write_others(struct json *json)
{
    begin_struct(json, "team", sizeof(struct arena_team));
    MEMBER(struct arena_team, runtime);
    MEMBER(struct arena_team, shared_ranks);
    ARRAY(struct arena_team, starts, ARENA_STAMPS_ALL);
    end_struct(json);
    begin_struct(json, "stamp", sizeof(struct arena_stamp));
    MEMBER(struct arena_stamp, began);
    MEMBER(struct arena_stamp, ended);
    end_struct(json);
}

#define CONSTANT(name) json_add_integer(json, #name, name)

static void write_constants(struct json *json)
{
    json_begin_object(json, "constants");
    CONSTANT(ARENA_VERSION);
    CONSTANT(ARENA_TEAMS);
    CONSTANT(ARENA_STAMPS);
    CONSTANT(ARENA_EMPTY_RUNS);
    CONSTANT(ARENA_NAME);
    CONSTANT(COUNTERS_NAME);
    CONSTANT(HANDOVERS_BEFORE);
    CONSTANT(HANDOVERS_AFTER);
    CONSTANT(MEETING_LEAD_FIRST);
    CONSTANT(MEETING_LEAD_MOST);
    CONSTANT(TUNING_PAYLOAD);
    CONSTANT(TUNING_LINES_MOST);
    json_end(json, '}');
}

char *front_layout(void)
{
    struct json_text text;
    struct json *json = json_open_text(&text);

    write_constants(json);
    json_begin_object(json, "structs");
    write_command(json);
    write_rank(json);
    write_others(json);
    json_end(json, '}');
    return json_close_text(&text);
}
