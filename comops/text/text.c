/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/text/text.h"

#include "comops/text/escape.h"
#include "comops/text/wrap.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

char *text_time(char into[TEXT_TIME], struct timespec when)
{
    struct tm utc;
    char seconds[24];

    gmtime_r(&when.tv_sec, &utc);
    strftime(seconds, sizeof seconds, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(into, TEXT_TIME, "%s.%03dZ", seconds, (int)(when.tv_nsec / 1000000));
    return into;
}

static const struct {
    char suffix;
    int shift;
} units[] = {{'T', 40}, {'G', 30}, {'M', 20}, {'K', 10}};
enum { UNITS = sizeof units / sizeof *units };

bool text_parse_size(const char *text, size_t *bytes)
{
    char *end;

    if (!isdigit((unsigned char)*text))
        return false;
    errno = 0;
    const unsigned long long number = strtoull(text, &end, 10);
    int shift = 0;

    for (size_t i = 0; i < UNITS && !shift; i++)
        if (toupper((unsigned char)*end) == units[i].suffix)
            shift = units[i].shift;
    if (shift)
        end += strncasecmp(end + 1, "iB", 2) == 0 ? 3 : 1;
    *bytes = errno || number > (SIZE_MAX >> shift) ? SIZE_MAX : (size_t)number << shift;
    return !*end;
}

char *text_size(char into[TEXT_SIZE], size_t bytes)
{
    for (size_t i = 0; i < UNITS; i++)
        if (bytes && bytes % ((size_t)1 << units[i].shift) == 0) {
            snprintf(into, TEXT_SIZE, "%zu%c", bytes >> units[i].shift, units[i].suffix);
            return into;
        }
    snprintf(into, TEXT_SIZE, "%zu", bytes);
    return into;
}

char *text_about_size(char into[TEXT_SIZE], double bytes)
{
    static const char *const suffixes[] = {"", "K", "M", "G"};
    size_t i = 0;

    for (; bytes >= 1023.5 && i + 1 < sizeof suffixes / sizeof *suffixes; i++)
        bytes /= 1024;
    /* Two digits of 123 would be 1.2e+02. */
    const double unit = bytes >= 99.5 ? 10 : 1;

    if (bytes < 9.95)
        snprintf(into, TEXT_SIZE, "%.2g%s", bytes, suffixes[i]);
    else
        snprintf(into, TEXT_SIZE, "%.0f%s", round(bytes / unit) * unit, suffixes[i]);
    return into;
}

int text_decimals(double value, double half_width)
{
    char rounded[TEXT_SIZE];

    snprintf(rounded, sizeof rounded, "%.2e", value);
    const double least = half_width > 0 ? half_width / 3.55 : fabs(strtod(rounded, NULL)) / 100;

    return least > 0 ? (int)fmin(fmax(-floor(log10(least)), 0), TEXT_DECIMALS) : 0;
}

bool text_parse_number(const char *text, int64_t least, int64_t most, int64_t *number)
{
    char *end;

    if (!isdigit((unsigned char)*text))
        return false;
    errno = 0;
    *number = strtoll(text, &end, 10);
    return !*end && !errno && *number >= least && *number <= most;
}

bool text_parse_ranks(const char *text, int *ranks)
{
    int64_t number;

    if (!text_parse_number(text, 1, TEXT_RANKS_MOST, &number))
        return false;
    *ranks = (int)number;
    return true;
}

static const double duration_most = 1e6 * 3600; /* TEXT_DURATION_MOST */

bool text_parse_duration(const char *text, double *seconds)
{
    char *end;

    if (!isdigit((unsigned char)*text))
        return false;
    *seconds = strtod(text, &end);
    if (strcmp(end, "m") == 0)
        *seconds *= 60;
    else if (strcmp(end, "h") == 0)
        *seconds *= 3600;
    else if (*end && strcmp(end, "s") != 0)
        return false;
    return *seconds > 0 && *seconds <= duration_most;
}

char *text_duration(char into[TEXT_TIME], double seconds)
{
    if (seconds < 120)
        snprintf(into, TEXT_TIME, "%.*f s", seconds >= 0.05 && seconds < 0.95, seconds);
    else if (seconds < 7200)
        snprintf(into, TEXT_TIME, "%.0f min", seconds / 60);
    else
        snprintf(into, TEXT_TIME, "%.1f h", seconds / 3600);
    return into;
}

/* The next comma that is not inside parentheses, or the end. */
static char *word_end(char *at)
{
    int depth = 0;

    for (; *at && (depth > 0 || *at != ','); at++)
        depth += *at == '(' ? 1 : *at == ')' && depth ? -1 : 0;
    return at;
}

char **text_list(const char *text)
{
    size_t count = 0;
    char **list = memory_or_die(calloc(strlen(text) + 2, sizeof *list));
    char *copy = memory_or_die(strdup(text));

    for (char *word = copy, *end; *word; word = end) {
        end = word_end(word);
        if (*end)
            *end++ = '\0';
        if (*word)
            list[count++] = memory_or_die(strdup(word));
    }
    free(copy);
    return list;
}

size_t text_list_length(char *const *list)
{
    size_t count = 0;

    while (list && list[count])
        count++;
    return count;
}

bool text_list_has(char *const *list, const char *word)
{
    while (list && *list && strcmp(*list, word) != 0)
        list++;
    return list && *list;
}

void text_list_add(char ***list, char *word)
{
    const size_t count = text_list_length(*list);

    *list = memory_grow(*list, count + 1, sizeof **list);
    (*list)[count] = word;
    (*list)[count + 1] = NULL;
}

char *text_list_join(char *const *words)
{
    char *text = text_copy("");

    for (char *const *word = words; word && *word; word++) {
        char *longer = text_format("%s%s%s", text, word == words ? "" : ", ", *word);

        free(text);
        text = longer;
    }
    return text;
}

void text_list_free(char **list)
{
    for (char **word = list; list && *word; word++)
        free(*word);
    free(list);
}

char *text_format_list(const char *format, va_list arguments)
{
    char *text = NULL;

    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    return memory_or_die(text);
}

char *text_format(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    char *text = text_format_list(format, arguments);

    va_end(arguments);
    return text;
}

char *text_copy(const char *text)
{
    return text ? memory_or_die(strdup(text)) : NULL;
}

enum text_level text_level = TEXT_NORMAL;

static void say(const char *format, va_list arguments)
{
    char *text = text_format_list(format, arguments), *safe = escape_terminal(text);

    free(text);
    text = text_format("comops: %s", safe);
    wrap_print(stderr, text, 2);
    free(text);
    free(safe);
}

void text_say(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
}

void text_note(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    if (text_level > TEXT_QUIET)
        say(format, arguments);
    va_end(arguments);
}

void text_detail(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    if (text_level == TEXT_VERBOSE)
        say(format, arguments);
    va_end(arguments);
}

void *memory_or_die(void *memory)
{
    if (!memory) {
        fputs("comops: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return memory;
}

void *memory_grow(void *memory, size_t count, size_t size)
{
    return memory_or_die(realloc(memory, (count + 1) * size));
}
