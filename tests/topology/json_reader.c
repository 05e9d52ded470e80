/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/topology/json_reader.h"

#include "comops/text/text.h"
#include "topology/placement.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static json_t *read_value(const char **at);

static bool skip(const char **at, char wanted)
{
    *at += strspn(*at, " \n");
    if (**at != wanted)
        return false;
    ++*at;
    return true;
}

/* Escapes stay as they are. */
static char *read_string(const char **at)
{
    const char *begin = *at;

    while (**at && **at != '"')
        *at += **at == '\\' && (*at)[1] ? 2 : 1;
    char *text = strndup(begin, (size_t)(*at - begin));

    skip(at, '"');
    return text;
}

static bool read_parts(json_t *json, const char **at, char end)
{
    if (skip(at, end))
        return true;
    do {
        char *name = end == '}' && skip(at, '"') ? read_string(at) : NULL;
        json_t *part = end == ']' || (name && skip(at, ':')) ? read_value(at) : NULL;

        if (!part) {
            free(name);
            return false;
        }
        part->name = name;
        json->parts = memory_grow(json->parts, json->count, sizeof *json->parts);
        json->parts[json->count++] = part;
    } while (skip(at, ','));
    return skip(at, end);
}

static json_t *read_value(const char **at)
{
    json_t *json = memory_or_die(calloc(1, sizeof *json));
    bool good = true;

    *at += strspn(*at, " \n");
    const char *begin = *at;

    json->kind = isdigit((unsigned char)*begin) || *begin == '-' ? '0' : *begin;
    if (skip(at, '{') || skip(at, '[')) {
        good = read_parts(json, at, *begin == '{' ? '}' : ']');
    } else if (skip(at, '"')) {
        json->text = read_string(at);
    } else {
        *at += strcspn(*at, ",]}");
        json->text = strndup(begin, (size_t)(*at - begin));
        json->number = json->kind == '0' ? atoll(json->text) : 0;
        good = json->kind && strchr("0tfn", json->kind);
    }
    if (good)
        return json;
    json_decref(json);
    return NULL;
}

json_t *json_read(const char *text)
{
    json_t *json = read_value(&text);

    if (!json || !*text)
        return json;
    json_decref(json);
    return NULL;
}

void json_decref(json_t *json)
{
    if (!json)
        return;
    for (size_t i = 0; i < json->count; i++)
        json_decref(json->parts[i]);
    free(json->parts);
    free(json->name);
    free(json->text);
    free(json);
}

/* What `add` writes into an object. */
static char *written(void add(const void *of, struct json *json), const void *of)
{
    char *text;
    size_t size;
    struct json json = {.out = open_memstream(&text, &size)};

    json_begin_object(&json, NULL);
    add(of, &json);
    json_end(&json, '}');
    fclose(json.out);
    return text;
}

static json_t *read_written(void add(const void *of, struct json *json), const void *of)
{
    char *text = written(add, of);
    json_t *json = json_read(text);

    free(text);
    return json;
}

static void add_machine(const void *of, struct json *json)
{
    machine_add_json(of, json);
}

static void add_topology(const void *of, struct json *json)
{
    machine_add_topology(of, json);
}

static void add_placement(const void *of, struct json *json)
{
    placement_add_json(of, json);
}

json_t *machine_json(const struct machine *machine)
{
    return read_written(add_machine, machine);
}

json_t *placement_json(const struct placement *placement)
{
    return read_written(add_placement, placement);
}

char *placement_json_text(const struct placement *placement)
{
    return written(add_placement, placement);
}

json_t *machine_topology(const struct machine *machine, size_t *length)
{
    static const char name[] = "{\"topology\":";
    char *text = written(add_topology, machine), *end = text + strlen(text) - 1;

    *end = '\0';
    *length = (size_t)(end - text) - strlen(name);
    json_t *json = json_read(text + strlen(name));

    free(text);
    return json;
}

json_t *json_object_get(const json_t *json, const char *name)
{
    for (size_t i = 0; json_is(json, '{') && i < json->count; i++) {
        const char *other = json->parts[i]->name;

        if (*other == *name && strcmp(other, name) == 0) /* a call costs most with a sanitizer */
            return json->parts[i];
    }
    return NULL;
}

json_t *json_array_get(const json_t *json, size_t index)
{
    return index < json_array_size(json) ? json->parts[index] : NULL;
}

size_t json_array_size(const json_t *json)
{
    return json_is(json, '[') ? json->count : 0;
}

int64_t json_integer_value(const json_t *json)
{
    return json ? json->number : 0;
}

const char *json_string_value(const json_t *json)
{
    return json_is(json, '"') ? json->text : NULL;
}

bool json_is(const json_t *json, char kind)
{
    return json && json->kind == kind;
}

bool json_equal(const json_t *one, const json_t *other)
{
    bool equal = one && other && one->kind == other->kind && one->count == other->count &&
                 !one->text == !other->text && (!one->text || !strcmp(one->text, other->text));

    for (size_t i = 0; equal && i < one->count; i++)
        equal = !one->parts[i]->name == !other->parts[i]->name &&
                (!one->parts[i]->name || !strcmp(one->parts[i]->name, other->parts[i]->name)) &&
                json_equal(one->parts[i], other->parts[i]);
    return equal;
}
