/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the JSON that C writes (comops/text/json.h). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct machine;
struct placement;

/* A value, with its name if it is a member of an object. */
typedef struct value {
    char *name, *text; /* text: of a string, or as it is written */
    int64_t number;
    char kind; /* its first character: { [ " t f n 0 */
    struct value **parts;
    size_t count;
} json_t;

/* NULL unless the text is one value. */
json_t *json_read(const char *text);
void json_decref(json_t *json);

/* What machine_add_json, machine_add_topology (without its name) and placement_add_json write. */
json_t *machine_json(const struct machine *machine);
json_t *machine_topology(const struct machine *machine, size_t *length);
json_t *placement_json(const struct placement *placement);
char *placement_json_text(const struct placement *placement); /* the caller frees */

/* NULL, 0 or false if there is no such value. */
json_t *json_object_get(const json_t *json, const char *name);
json_t *json_array_get(const json_t *json, size_t index);
size_t json_array_size(const json_t *json);
int64_t json_integer_value(const json_t *json);
const char *json_string_value(const json_t *json);
bool json_is(const json_t *json, char kind);
bool json_equal(const json_t *one, const json_t *other);

#define json_array_foreach(json, i, value)                                                         \
    for (i = 0; i < json_array_size(json) && (value = json_array_get(json, i)); i++)
