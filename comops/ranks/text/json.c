/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/text/json.h"

#include "comops/ranks/text/text.h"

#include <math.h>

static void write_string(FILE *out, const char *value)
{
    uint32_t point = 0;

    putc('"', out);
    while (*value) {
        const size_t bytes = escape_decode(value, &point);

        if (*value == '"' || *value == '\\')
            fprintf(out, "\\%c", *value);
        else if (bytes && (point < 0x20 || point == 0x7f))
            fprintf(out, "\\u%04x", point);
        else if (bytes)
            fwrite(value, 1, bytes, out);
        else
            fputs("\\ufffd", out);
        value += bytes ? bytes : 1;
    }
    putc('"', out);
}

/* Deeper values than JSON_DEEPEST share one place, so their commas may be wrong. */
static bool *follows(struct json *json)
{
    return &json->follows[json->depth < JSON_DEEPEST ? json->depth : JSON_DEEPEST - 1];
}

/* What precedes a value: a comma if another precedes it, and its name. */
static void begin_value(struct json *json, const char *name)
{
    if (*follows(json))
        putc(',', json->out);
    *follows(json) = true;
    if (!name)
        return;
    write_string(json->out, name);
    putc(':', json->out);
}

static void open_bracket(struct json *json, const char *name, char bracket)
{
    begin_value(json, name);
    putc(bracket, json->out);
    json->depth++;
    *follows(json) = false;
}

void json_begin_object(struct json *json, const char *name)
{
    open_bracket(json, name, '{');
}

void json_begin_array(struct json *json, const char *name)
{
    open_bracket(json, name, '[');
}

void json_end(struct json *json, char bracket)
{
    putc(bracket, json->out);
    json->depth--;
    if (json->depth == 0)
        json->follows[0] = false; /* the next document is a line of its own */
}

void json_add_text(struct json *json, const char *name, const char *value)
{
    begin_value(json, name);
    if (value)
        write_string(json->out, value);
    else
        fputs("null", json->out);
}

void json_add_integer(struct json *json, const char *name, int64_t value)
{
    begin_value(json, name);
    fprintf(json->out, "%lld", (long long)value);
}

void json_add_number(struct json *json, const char *name, double value)
{
    begin_value(json, name);
    if (isfinite(value))
        fprintf(json->out, "%.9g", value);
    else
        fputs("null", json->out);
}

void json_add_boolean(struct json *json, const char *name, bool value)
{
    begin_value(json, name);
    fputs(value ? "true" : "false", json->out);
}

void json_add_texts(struct json *json, const char *name, const char *const *values)
{
    json_begin_array(json, name);
    for (; values && *values; values++)
        json_add_text(json, NULL, *values);
    json_end(json, ']');
}

struct json *json_open_text(struct json_text *text)
{
    *text = (struct json_text){0};
    text->json.out = memory_or_die(open_memstream(&text->text, &text->size));
    json_begin_object(&text->json, NULL);
    return &text->json;
}

char *json_close_text(struct json_text *text)
{
    json_end(&text->json, '}');
    fclose(text->json.out);
    return text->text;
}
