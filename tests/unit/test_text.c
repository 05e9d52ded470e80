/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/text/json.h"
#include "comops/ranks/text/text.h"
#include "comops/ranks/text/named_words.h"
#include "tests/tap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

TEST(numbers_out_of_range_are_none)
{
    static const struct {
        const char *text;
        bool good;
    } table[] = {{"0", true},
                 {"9223372036854775807", true},
                 {"9223372036854775808", false},
                 {"18446744073709551617", false},
                 {"-1", false},
                 {" 1", false},
                 {"1 ", false},
                 {"", false},
                 {"0x1", false}};
    int64_t number;

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        CHECK(text_parse_number(table[i].text, 0, INT64_MAX, &number) == table[i].good);
    CHECK(!text_parse_number("7", 1, 6, &number));
}

TEST(nothing_that_a_terminal_would_obey_gets_through)
{
    static const struct {
        const char *text, *escaped;
    } table[] = {{"plain, Gr\303\266\303\237e, \346\274\242, \360\237\230\200", NULL},
                 {"a\033[2Jb\r\n\t\177", "a\\u001b[2Jb\\u000d\\u000a\\u0009\\u007f"},
                 {"\302\2332J \302\205", "\\u009b2J \\u0085"},
                 {"\342\200\256 \342\201\246 \342\200\217", "\\u202e \\u2066 \\u200f"},
                 {"\363\240\200\201", "\\U000e0001"},
                 {"\233 \377 \303", "\\x9b \\xff \\xc3"},
                 {"\300\233 \355\240\200", "\\xc0\\x9b \\xed\\xa0\\x80"}};

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char *escaped = escape_terminal(table[i].text);

        CHECK(strcmp(escaped, table[i].escaped ? table[i].escaped : table[i].text) == 0);
        free(escaped);
    }
}

TEST(words_are_read_and_given_back)
{
    struct words words, copy;
    int64_t number = 7;
    double real = 0;
    char *text;
    size_t size;
    struct json json = {.out = open_memstream(&text, &size)};

    CHECK(words_parse(&words, "pattern=swap  protocol=(0,6) bytes=8 dt=0.5\n"));
    copy = words;
    CHECK(strcmp(words_text(&copy, "protocol", ""), "(0,6)") == 0);
    CHECK(strcmp(words_text(&copy, "op", "max"), "max") == 0);
    CHECK(words_integer(&copy, "samples", 1, 10, &number) && number == 7);
    CHECK(words_integer(&copy, "bytes", 0, 10, &number) && number == 8);
    CHECK(!words_integer(&copy, "bytes", 0, 7, &number));
    CHECK(!words_integer(&copy, "dt", 0, 7, &number));
    CHECK(words_number(&copy, "dt", &real) && real == 0.5);
    CHECK(!words_number(&copy, "pattern", &real));
    json_begin_object(&json, NULL);
    words_add(&copy, &json);
    json_end(&json, '}');
    fclose(json.out);
    CHECK(strcmp(text, "{\"pattern\":\"swap\",\"protocol\":\"(0,6)\",\"bytes\":8,"
                       "\"dt\":\"0.5\"}") == 0);
    free(text);
}

TEST(lines_that_are_no_words_are_refused)
{
    char line[WORDS_LINE_MOST + 2] = "a=1", *end = line + 3;
    struct words words;

    CHECK(!words_parse(&words, "") && !words_parse(&words, "\n"));
    CHECK(!words_parse(&words, "a=1 b") && !words_parse(&words, "=1"));
    CHECK(!words_parse(&words, "{\"pattern\": \"swap\"}"));
    for (int i = 1; i < WORDS_MOST; i++)
        end = stpcpy(end, " a=1");
    CHECK(words_parse(&words, line));
    strcpy(end, " a=1");
    CHECK(!words_parse(&words, line));
    memset(line + 3, '1', sizeof line - 4);
    line[sizeof line - 1] = '\0';
    CHECK(!words_parse(&words, line));
}

/* What is written between begin and end of a document. */
static bool is_written(struct json *json, char **text, const char *expected)
{
    fclose(json->out);
    const bool good = strcmp(*text, expected) == 0;

    if (!good)
        fprintf(stderr, "is: %s\n", *text);
    free(*text);
    return good;
}

TEST(json_has_its_commas_and_escapes)
{
    static const char *const texts[] = {"a\"b\\", "\033\n", "caf\351 \303\251", NULL};
    char *text;
    size_t size;
    struct json json = {.out = open_memstream(&text, &size)};

    json_begin_object(&json, NULL);
    json_add_texts(&json, "texts", texts);
    json_add_texts(&json, "none", NULL);
    json_begin_array(&json, "values");
    json_add_number(&json, NULL, 1.0 / 3);
    json_add_number(&json, NULL, NAN);
    json_add_integer(&json, NULL, INT64_MIN);
    json_end(&json, ']');
    json_add_boolean(&json, "yes", true);
    json_add_text(&json, "nothing", NULL);
    json_end(&json, '}');
    CHECK(is_written(&json, &text,
                     "{\"texts\":[\"a\\\"b\\\\\",\"\\u001b\\u000a\",\"caf\\ufffd \303\251\"],"
                     "\"none\":[],\"values\":[0.333333333,null,-9223372036854775808],"
                     "\"yes\":true,\"nothing\":null}"));
}

TEST(json_documents_follow_each_other)
{
    char *text;
    size_t size;
    struct json json = {.out = open_memstream(&text, &size)};

    for (int i = 0; i < 2; i++) {
        json_begin_object(&json, NULL);
        json_add_integer(&json, "i", i);
        json_end(&json, '}');
        putc('\n', json.out);
    }
    CHECK(is_written(&json, &text, "{\"i\":0}\n{\"i\":1}\n"));
}
