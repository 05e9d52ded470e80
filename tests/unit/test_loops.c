/* SPDX-License-Identifier: BSD-3-Clause */
/* Merging and summing vectors, with each set of instructions that this processor has. */
#include "comops/comops.h"
#include "comops/ranks/contract/reduction.h"
#include "tests/tap.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { WORDS = 70, GUARD = 8 }; /* more than the widest vectors, unrolled */

union words {
    double d[WORDS + GUARD];
    float f[2 * (WORDS + GUARD)];
    int64_t i[WORDS + GUARD];
    int32_t h[2 * (WORDS + GUARD)]; /* the halves */
    char bytes[(WORDS + GUARD) * 8];
};

static union words a, b, into, expected;

/* Values of which each side is sometimes the greater, some of them negative. */
static void fill(enum reduction reduction)
{
    for (int i = 0; i < WORDS + GUARD; i++) {
        const int left = (i * 37 + 11) % 101 - 50, right = (i * 53 + 29) % 101 - 50;

        switch (reduction % 4) {
        case 0: a.d[i] = left, b.d[i] = right; break;
        case 1:
            a.f[2 * i] = left, b.f[2 * i] = right, a.f[2 * i + 1] = right, b.f[2 * i + 1] = left;
            break;
        case 2: a.i[i] = left * INT64_C(0x100000001), b.i[i] = right * INT64_C(0x100000001); break;
        default:
            a.h[2 * i] = left, b.h[2 * i] = right, a.h[2 * i + 1] = right, b.h[2 * i + 1] = left;
        }
    }
    memset(&into, 0xA5, sizeof into);
    memset(&expected, 0xA5, sizeof expected);
}

/* Each set of vectors that this processor has. */
#define EACH_SET                                                                                   \
    for (enum vector_set set = 0; set < VECTOR_SETS; set++)                                        \
        if (vectors_usable(set) && (loops_use(set), true))

#define EXPECT(member, count)                                                                      \
    for (size_t i = 0; i < (count); i++)                                                           \
    expected.member[i] = reduction >= SUM_DOUBLE     ? a.member[i] + b.member[i]                   \
                         : a.member[i] > b.member[i] ? a.member[i]                                 \
                                                     : b.member[i]

static void expect(enum reduction reduction, size_t bytes)
{
    switch (reduction % 4) {
    case 0: EXPECT(d, bytes / 8); break;
    case 1: EXPECT(f, bytes / 4); break;
    case 2: EXPECT(i, bytes / 8); break;
    default: EXPECT(h, bytes / 4);
    }
}

TEST(every_length_is_combined_and_nothing_beyond_it)
{
    EACH_SET
    for (int reduction = 0; reduction < REDUCTIONS; reduction++)
        for (size_t bytes = 0; bytes <= WORDS * 8; bytes += reduction_size(reduction)) {
            fill(reduction);
            expect(reduction, bytes);
            reduce_local(reduction, into.bytes, a.bytes, b.bytes, bytes);
            CHECK(memcmp(&into, &expected, sizeof into) == 0);
        }
}

TEST(the_result_may_take_the_place_of_either_side)
{
    EACH_SET
    for (int reduction = 0; reduction < REDUCTIONS; reduction++)
        for (size_t bytes = 8; bytes <= WORDS * 8; bytes += 8) {
            fill(reduction);
            expect(reduction, bytes);
            memcpy(into.bytes, a.bytes, bytes);
            reduce_local(reduction, into.bytes, into.bytes, b.bytes, bytes);
            CHECK(memcmp(into.bytes, expected.bytes, bytes) == 0);
            memcpy(into.bytes, b.bytes, bytes);
            reduce_local(reduction, into.bytes, a.bytes, into.bytes, bytes);
            CHECK(memcmp(into.bytes, expected.bytes, bytes) == 0);
        }
}

TEST(a_maximum_with_a_nan_is_the_second_element)
{
    for (size_t bytes = 8; bytes <= WORDS * 8; bytes += 8) {
        fill(MAX_DOUBLE);
        a.d[bytes / 8 - 1] = NAN;
        b.d[0] = NAN;
        reduce_local(MAX_DOUBLE, into.d, a.d, b.d, bytes);
        CHECK(isnan(into.d[0]));
        CHECK(bytes == 8 || into.d[bytes / 8 - 1] == b.d[bytes / 8 - 1]);
    }
}

TEST(each_has_a_name_and_a_size)
{
    static const struct {
        const char *operation, *datatype;
        size_t size;
    } all[REDUCTIONS] = {{"max", "double", 8}, {"max", "float", 4},  {"max", "int64", 8},
                         {"max", "int32", 4},  {"sum", "double", 8}, {"sum", "float", 4},
                         {"sum", "int64", 8},  {"sum", "int32", 4}};

    for (int i = 0; i < REDUCTIONS; i++) {
        enum reduction found = REDUCTIONS;

        CHECK(strcmp(reduction_operation(i), all[i].operation) == 0);
        CHECK(strcmp(reduction_datatype(i), all[i].datatype) == 0);
        CHECK(reduction_size(i) == all[i].size);
        CHECK(reduction_named(all[i].operation, all[i].datatype, &found) && (int)found == i);
    }
    enum reduction unchanged = SUM_FLOAT;

    CHECK(!reduction_named("min", "double", &unchanged) && unchanged == SUM_FLOAT);
    CHECK(!reduction_named("sum", "int16", &unchanged) && unchanged == SUM_FLOAT);
}

enum { MOST = 1200, PLACES = 16, DATA_BYTES = MOST + PLACES };

static char data[DATA_BYTES];

static void expect_sums(uint64_t sums[LINE_WORDS], const char *from, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += sizeof *sums) {
        uint64_t word;

        memcpy(&word, from + at, sizeof word);
        sums[at / sizeof word % LINE_WORDS] += word;
    }
}

TEST(every_word_is_added_at_its_place_in_a_line)
{
    for (int i = 0; i < DATA_BYTES; i++)
        data[i] = (char)(i * 131 + 7);
    EACH_SET
        for (int place = 0; place < PLACES; place++)
            for (size_t bytes = 0; bytes <= MOST; bytes += sizeof(uint64_t)) {
                uint64_t sums[LINE_WORDS] = {1, 2, 3, 4, 5, 6, 7, 8},
                         wanted[LINE_WORDS] = {1, 2, 3, 4, 5, 6, 7, 8};

                line_sums_add(sums, data + place, bytes);
                expect_sums(wanted, data + place, bytes);
                CHECK(memcmp(sums, wanted, sizeof sums) == 0);
            }
}

/* Messages of marks: of one word to lines with words behind them. */
enum { MESSAGE = 8192 };

static char marks[MESSAGE + CACHE_LINE];

static uint64_t total_of_marks(size_t bytes, uint64_t repetition)
{
    marks_write(marks, bytes, 1, 2, repetition);
    return marks_total(marks, bytes);
}

TEST(the_total_of_marks_grows_by_the_same_in_each_repetition)
{
    EACH_SET
        for (size_t bytes = 8; bytes <= MESSAGE; bytes += 8) {
            const uint64_t step = marks_total_step(bytes);

            CHECK(total_of_marks(bytes, 8) - total_of_marks(bytes, 7) == step);
            CHECK(total_of_marks(bytes, 1000007) - total_of_marks(bytes, 7) == 1000000 * step);
        }
}

static void swap_lines(char *one, char *other)
{
    char kept[CACHE_LINE];

    memcpy(kept, one, sizeof kept);
    memcpy(one, other, sizeof kept);
    memcpy(other, kept, sizeof kept);
}

TEST(two_lines_that_change_places_change_the_total)
{
    enum { EVEN = 24, ODD = 25 }; /* more than what is read word by word */

    EACH_SET
        for (size_t lines = EVEN; lines <= ODD; lines++)
            for (size_t one = 0; one < lines; one++)
                for (size_t other = one + 1; other < lines; other++) {
                    const uint64_t right = total_of_marks(lines * CACHE_LINE, 7);

                    swap_lines(marks + one * CACHE_LINE, marks + other * CACHE_LINE);
                    CHECK(marks_total(marks, lines * CACHE_LINE) != right);
                }
}

TEST(a_word_that_differs_changes_the_total)
{
    static const size_t sizes[] = {8, 72, 512, 520, 1024 + 64, 1024 + 24};

    EACH_SET
        for (int size = 0; size < 6; size++)
            for (size_t at = 0; at < sizes[size]; at++) {
                const uint64_t right = total_of_marks(sizes[size], 7);

                marks[at] ^= 1;
                CHECK(marks_total(marks, sizes[size]) != right);
            }
}

TEST(all_sets_make_the_same_total)
{
    for (size_t bytes = 8; bytes <= 2000; bytes += 8) {
        loops_use(VECTORS_BASELINE);
        const uint64_t right = total_of_marks(bytes, 7);

        EACH_SET
            CHECK(marks_total(marks, bytes) == right);
    }
}

TEST(each_set_has_code_of_its_own)
{
    const struct loops *last = NULL;

    CHECK(vectors_usable(VECTORS_BASELINE) && vectors_usable(vectors_chosen()));
    EACH_SET {
        CHECK(!last || (loops_used->line_sums_add != last->line_sums_add &&
                        loops_used->ordered_sums != last->ordered_sums));
        last = loops_used;
    }
}
