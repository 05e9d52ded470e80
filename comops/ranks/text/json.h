/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes JSON: what C tells Python. Nothing here reads it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { JSON_DEEPEST = 128 };

/* A document that is being written to a stream, on one line. Begin with {.out = stream}. */
struct json {
    FILE *out;
    int depth;
    bool follows[JSON_DEEPEST]; /* at each depth: a value has been written, so a comma is due */
};

/* A document in memory that is one object: json_open_text, then what it has, then json_close_text
 * returns it; the caller frees. */
struct json_text {
    struct json json;
    char *text;
    size_t size;
};
struct json *json_open_text(struct json_text *text);
char *json_close_text(struct json_text *text);

/* Each value may have a name, its key in the object that it is in; NULL in an array. */
void json_begin_object(struct json *json, const char *name);
void json_begin_array(struct json *json, const char *name);
void json_end(struct json *json, char bracket); /* '}' or ']' */

/* Bytes that are not UTF-8 become U+FFFD; NULL becomes null. */
void json_add_text(struct json *json, const char *name, const char *value);
void json_add_integer(struct json *json, const char *name, int64_t value);
/* With nine digits; null unless it is finite. */
void json_add_number(struct json *json, const char *name, double value);
void json_add_boolean(struct json *json, const char *name, bool value);
/* An array of texts, NULL-terminated; an empty one for NULL. */
void json_add_texts(struct json *json, const char *name, const char *const *values);
