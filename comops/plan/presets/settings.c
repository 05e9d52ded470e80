/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/plan/presets/settings.h"

#include "comops/text/text.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char digits[] = "0123456789", no_value[] = "the value is missing",
                  name_characters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                      "0123456789_-";

/* A line from `at` on, and why it is refused; NULL: so far it is not. */
struct cursor {
    const char *at, *why;
};

static void skip_blanks(struct cursor *cursor)
{
    cursor->at += strspn(cursor->at, " \t");
}

static bool at_end(struct cursor *cursor)
{
    skip_blanks(cursor);
    return !*cursor->at || *cursor->at == '#';
}

static bool take_sign(struct cursor *cursor, char sign)
{
    skip_blanks(cursor);
    if (*cursor->at != sign)
        return false;
    cursor->at++;
    return true;
}

static char *refuse(struct cursor *cursor, const char *why)
{
    cursor->why = why;
    return NULL;
}

/* The next characters; the caller frees. */
static char *take(struct cursor *cursor, size_t length)
{
    char *text = memory_or_die(strndup(cursor->at, length));

    cursor->at += length;
    return text;
}

static char *take_name(struct cursor *cursor)
{
    const size_t length = strspn(cursor->at, name_characters);

    return length ? take(cursor, length) : refuse(cursor, "a name is missing");
}

static char *take_string(struct cursor *cursor)
{
    const char quote = *cursor->at++;
    const size_t length = strcspn(cursor->at, quote == '"' ? "\"\\" : "'");

    if (cursor->at[length] != quote)
        return refuse(cursor, cursor->at[length]
                                  ? "a backslash within \"...\"; write the text within '...'"
                                  : "the string has no end on this line");
    char *text = take(cursor, length);

    cursor->at++;
    return text;
}

/* As TOML has them: no leading zeros, digits on both sides of the point. */
static char *take_number(struct cursor *cursor)
{
    const size_t whole = strspn(cursor->at, digits);
    const bool point = cursor->at[whole] == '.';
    const size_t fraction = point ? strspn(cursor->at + whole + 1, digits) : 0;

    if (!whole)
        return refuse(cursor, *cursor->at && *cursor->at != '#'
                                  ? "the value is neither text in quotes, nor a number, nor true, "
                                    "nor a list of the first two in [ ]"
                                  : no_value);
    if ((whole > 1 && *cursor->at == '0') || (point && !fraction))
        return refuse(cursor, "a number must not begin with a superfluous 0 or end with a point");
    return take(cursor, whole + point + fraction);
}

/* A string or a number; NULL if refused. */
static char *take_value(struct cursor *cursor)
{
    skip_blanks(cursor);
    return *cursor->at == '"' || *cursor->at == '\'' ? take_string(cursor) : take_number(cursor);
}

/* Values behind `[`, joined by commas; NULL if it is refused at once. */
static char *take_list(struct cursor *cursor)
{
    char *all = NULL;

    while (!cursor->why && !take_sign(cursor, ']')) {
        char *before = all, *value = take_value(cursor);

        all = text_format("%s%s%s", before ? before : "", before ? "," : "", value ? value : "");
        free(before);
        free(value);
        skip_blanks(cursor);
        if (!cursor->why && *cursor->at != ']' && !take_sign(cursor, ','))
            refuse(cursor, "a list must end with ] on the same line");
    }
    return all ? all : refuse(cursor, "the list is empty");
}

static bool take_true(struct cursor *cursor)
{
    static const char word[] = "true";
    const bool is = strncmp(cursor->at, word, strlen(word)) == 0;

    cursor->at += is ? strlen(word) : 0;
    return is;
}

/* "--name=value", or "--name" where the value is true; NULL if refused. */
static char *take_option(struct cursor *cursor)
{
    char *name = take_name(cursor), *value = NULL, *word = NULL;

    if (name && !take_sign(cursor, '='))
        refuse(cursor, "`=` is missing after the name");
    skip_blanks(cursor);
    if (!cursor->why && take_true(cursor))
        word = text_format("--%s", name);
    else if (!cursor->why)
        value = take_sign(cursor, '[') ? take_list(cursor) : take_value(cursor);
    if (!cursor->why && value)
        word = text_format("--%s=%s", name, value);
    free(name);
    free(value);
    return word;
}

static bool has_option(const struct preset *preset, const char *word)
{
    const size_t length = strcspn(word, "=");

    for (char **one = preset->words; one && *one; one++)
        if (strcspn(*one, "=") == length && strncmp(*one, word, length) == 0)
            return true;
    return false;
}

/* Takes the word. */
static void add_option(struct preset *preset, char *word, int line)
{
    const size_t count = text_list_length(preset->words);

    preset->lines = memory_grow(preset->lines, count, sizeof *preset->lines);
    preset->lines[count] = line;
    text_list_add(&preset->words, word);
}

static void read_option(struct settings *settings, struct cursor *cursor, int line)
{
    struct preset *preset = settings->count ? &settings->presets[settings->count - 1] : NULL;
    char *word = take_option(cursor);

    if (!preset)
        refuse(cursor, "an option belongs below a line [presets.NAME]");
    else if (word && has_option(preset, word))
        refuse(cursor, "the preset already has this option");
    if (cursor->why)
        free(word);
    else
        add_option(preset, word, line);
}

/* Takes the name. */
static void add_preset(struct settings *settings, char *name)
{
    settings->presets = memory_grow(settings->presets, settings->count, sizeof *settings->presets);
    settings->presets[settings->count++] = (struct preset){.name = name};
}

static void read_head(struct settings *settings, struct cursor *cursor)
{
    static const char begin[] = "[presets.";
    const bool good = strncmp(cursor->at, begin, strlen(begin)) == 0;

    cursor->at += good ? strlen(begin) : 0;
    char *name = good ? take_name(cursor) : refuse(cursor, "a table must be [presets.NAME]");

    if (name && !take_sign(cursor, ']'))
        refuse(cursor, "expected a name of letters, digits, - and _, and then ]");
    for (size_t i = 0; name && i < settings->count; i++)
        if (strcmp(settings->presets[i].name, name) == 0)
            refuse(cursor, "a preset of this name already exists");
    if (cursor->why)
        free(name);
    else
        add_preset(settings, name);
}

static bool has_control(const char *line)
{
    for (; *line; line++)
        if (((unsigned char)*line < ' ' && *line != '\t') || *line == '\177')
            return true;
    return false;
}

/* NULL, or why the line is refused. */
static const char *read_line(struct settings *settings, char *line, int number)
{
    const size_t length = strlen(line);
    struct cursor cursor = {line, NULL};

    if (length && line[length - 1] == '\r')
        line[length - 1] = '\0';
    if (has_control(line))
        return "a control character";
    if (at_end(&cursor))
        return NULL;
    if (*cursor.at == '[')
        read_head(settings, &cursor);
    else
        read_option(settings, &cursor, number);
    if (!cursor.why && !at_end(&cursor))
        refuse(&cursor, "text after the value; a value that is not a number needs quotes");
    return cursor.why;
}

char *settings_parse(struct settings *settings, const char *file, const char *text, size_t length)
{
    char *copy = memory_or_die(strndup(text, length)), *rest = copy, *line, *why = NULL;
    json_t *valid = json_stringn(copy, strlen(copy));
    const bool whole = valid && strlen(copy) == length;

    *settings = (struct settings){0};
    json_decref(valid);
    if (!whole)
        why = text_format("%s: not UTF-8 text", file);
    for (int number = 1; !why && (line = strsep(&rest, "\n")); number++) {
        const char *refusal = read_line(settings, line, number);

        if (refusal)
            why = text_format("%s:%d: %s", file, number, refusal);
    }
    free(copy);
    return why;
}

void settings_free(struct settings *settings)
{
    for (size_t i = 0; i < settings->count; i++) {
        free(settings->presets[i].name);
        text_list_free(settings->presets[i].words);
        free(settings->presets[i].lines);
    }
    free(settings->presets);
}
