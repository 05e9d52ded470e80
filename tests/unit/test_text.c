/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/text/escape.h"
#include "comops/text/nearest.h"
#include "comops/text/text.h"
#include "comops/text/wrap.h"
#include "tests/tap.h"

#include <stdlib.h>
#include <string.h>

TEST(sizes_are_read_and_written_with_their_suffixes)
{
    static const struct {
        const char *text;
        size_t bytes;
    } table[] = {{"8", 8}, {"1K", 1024}, {"800000", 800000}, {"4M", 4194304}};
    static const char *const wrong[] = {"", "-8", "8KB", "8B", "8iB", "8KiBs", "eight"};
    static const char *const huge[] = {"99999999999999999999", "99999999999999G", "99999999T"};
    char text[TEXT_SIZE];
    size_t bytes = 0;

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        CHECK(text_parse_size(table[i].text, &bytes) && bytes == table[i].bytes);
        CHECK(strcmp(text_size(text, table[i].bytes), table[i].text) == 0);
    }
    CHECK(text_parse_size("4m", &bytes) && bytes == 4194304);
    CHECK(text_parse_size("8MiB", &bytes) && bytes == 8388608);
    CHECK(text_parse_size("1kib", &bytes) && bytes == 1024);
    CHECK(text_parse_size("1T", &bytes) && bytes == (size_t)1 << 40);
    for (size_t i = 0; i < sizeof huge / sizeof *huge; i++)
        CHECK(text_parse_size(huge[i], &bytes) && bytes == SIZE_MAX);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK(!text_parse_size(wrong[i], &bytes));
}

TEST(the_nearest_name_is_meant)
{
    static const char *const names[] = {"pingpong", "put", "get", "threads", "l2", NULL};
    static const struct {
        const char *word, *name;
    } table[] = {{"pingpng", "pingpong"}, {"pignpong", "pingpong"}, {"PUT", "put"}, {"ptu", "put"},
                 {"thread", "threads"},   {"trheads", "threads"},   {"l4", "l2"}};
    static const char *const far[] = {
        "", "p", "pong", "fly", "telepathy", "pingpongpingpongpingpongpingpongpingpong"};
    char *question = nearest_question("gte", names), *none = nearest_question("fly", names);

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        CHECK(strcmp(nearest_name(table[i].word, names), table[i].name) == 0);
    for (size_t i = 0; i < sizeof far / sizeof *far; i++)
        CHECK(!nearest_name(far[i], names));
    CHECK(!nearest_name("put", NULL));
    CHECK(strcmp(question, "; did you mean `get`?") == 0 && !*none);
    free(question);
    free(none);
}

TEST(sizes_worked_out_are_written_to_two_digits)
{
    static const struct {
        double bytes;
        const char *text;
    } table[] = {{8, "8"},        {9.96, "10"},   {903, "900"},   {1023, "1020"},
                 {1023.6, "1K"},  {1229, "1.2K"}, {16000, "16K"}, {123456, "120K"},
                 {5.1e6, "4.9M"}, {3e12, "2790G"}};
    char text[TEXT_SIZE];

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        CHECK(strcmp(text_about_size(text, table[i].bytes), table[i].text) == 0);
}

TEST(a_duration_below_a_second_is_not_nothing)
{
    char text[TEXT_TIME];

    CHECK(strcmp(text_duration(text, 0.31), "0.3 s") == 0);
    CHECK(strcmp(text_duration(text, 0.96), "1 s") == 0);
    CHECK(strcmp(text_duration(text, 0.01), "0 s") == 0);
    CHECK(strcmp(text_duration(text, 119), "119 s") == 0);
    CHECK(strcmp(text_duration(text, 150), "2 min") == 0);
}

TEST(durations_are_read_with_their_units)
{
    double seconds = 0;

    CHECK(text_parse_duration("90", &seconds) && seconds == 90);
    CHECK(text_parse_duration("1.5m", &seconds) && seconds == 90);
    CHECK(text_parse_duration("2h", &seconds) && seconds == 7200);
    CHECK(!text_parse_duration("0", &seconds));
    CHECK(!text_parse_duration("soon", &seconds));
    CHECK(!text_parse_duration("9 s", &seconds));
}

TEST(lists_are_split_at_commas)
{
    char **list = text_list("bus,,crossbar");

    CHECK(strcmp(list[0], "bus") == 0 && strcmp(list[1], "crossbar") == 0 && !list[2]);
    text_list_free(list);
}

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
    double seconds;

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        CHECK(text_parse_number(table[i].text, 0, INT64_MAX, &number) == table[i].good);
    CHECK(!text_parse_number("7", 1, 6, &number));
    CHECK(text_parse_duration(TEXT_DURATION_MOST, &seconds));
    CHECK(!text_parse_duration("1000001h", &seconds));
    CHECK(!text_parse_duration("1e400", &seconds));
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

TEST(bytes_that_are_not_utf8_are_recorded_and_come_back)
{
    static const struct {
        const char *text, *escaped;
    } table[] = {{"caf\303\251", NULL},       {"caf\351", "caf\\xe9"},
                 {"a\\b \\x41", NULL},        {"\\xe9 \351", "\\x5cxe9 \\xe9"},
                 {"\\x5cxe9", "\\x5cx5cxe9"}, {"\\\\xe9", "\\\\x5cxe9"}};

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char *escaped = escape_bytes(table[i].text), *back = escape_bytes_undo(escaped);

        CHECK(strcmp(escaped, table[i].escaped ? table[i].escaped : table[i].text) == 0);
        CHECK(strcmp(back, table[i].text) == 0);
        free(escaped);
        free(back);
    }
}

TEST(a_value_has_the_digits_that_its_interval_allows)
{
    CHECK(text_decimals(4.029, 0.42) == 1);
    CHECK(text_decimals(2.139, 0.082) == 2);
    CHECK(text_decimals(2.232, 0.0225) == 3);
    CHECK(text_decimals(145, 3.5) == 1 && text_decimals(145, 3.6) == 0);
    CHECK(text_decimals(145, 400) == 0);
    CHECK(text_decimals(1, 1e-9) == TEXT_DECIMALS);
}

TEST(a_value_without_an_interval_has_three_digits)
{
    CHECK(text_decimals(0.5, 0) == 3);
    CHECK(text_decimals(1.5, 0) == 2);
    CHECK(text_decimals(99, 0) == 1);
    CHECK(text_decimals(1234, 0) == 0 && text_decimals(0, 0) == 0);
}

static bool wraps(const char *text, int columns, const char *expected)
{
    char *printed;
    size_t size;
    FILE *out = open_memstream(&printed, &size);

    wrap_columns(out, text, 2, columns);
    fclose(out);
    const bool good = strcmp(printed, expected) == 0;

    if (!good)
        fprintf(stderr, "is:\n%s", printed);
    free(printed);
    return good;
}

TEST(text_is_broken_between_words_and_a_long_word_stays_whole)
{
    CHECK(wraps("one two three four", 9, "one two\n  three\n  four\n"));
    CHECK(wraps("one two", 7, "one two\n"));
    CHECK(wraps("a incomprehensibly b", 6, "a\n  incomprehensibly\n  b\n"));
    CHECK(wraps("\xc3\xa9\xc3\xa9\xc3\xa9 \xc3\xa9", 5, "\xc3\xa9\xc3\xa9\xc3\xa9 \xc3\xa9\n"));
    CHECK(wraps("one two three four", 0, "one two three four\n"));
}
