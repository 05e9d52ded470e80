/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/results/results.h"
#define TAP_OWN_MAIN
#include "tests/tap.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char why[256];
static char name[] = "/tmp/comops-test-XXXXXX";

static off_t length_of_file(void)
{
    struct stat status;

    return stat(name, &status) == 0 ? status.st_size : -1;
}

static void write_file(const char *text)
{
    FILE *file = fopen(name, "w");

    fputs(text, file);
    fclose(file);
}

#define CELL(protocol, valid)                                                                      \
    "{\"record\":\"cell\",\"pattern\":\"p\",\"path\":\"mpi\",\"placement\":\"bus\",\"ranks\":2,"   \
    "\"bytes\":8,\"buffers\":\"reuse\",\"method\":\"adaptive\",\"protocol\":\"" protocol           \
    "\",\"valid\":" valid "}\n"
#define CAMPAIGN "{\"record\":\"campaign\",\"schema\":\"comops/1\",\"seed\":7}\n"
#define WHOLE CAMPAIGN CELL("x", "true") CELL("y", "false")

static struct results results;
static json_t *campaign, *cells;

static bool create(const char *file)
{
    return results_create(&results, file, why, sizeof why) == 0;
}

/* Of a file with this text. */
static bool resume(const char *text)
{
    write_file(text);
    return results_resume(&results, name, &campaign, &cells, why, sizeof why);
}

static void close_all(void)
{
    results_close(&results);
    json_decref(campaign);
    json_decref(cells);
}

TEST(a_record_is_one_line_and_in_the_file_at_once)
{
    unlink(name);
    CHECK(create(name));
    CHECK(results_append(&results, json_pack("{ss}", "record", "a\nb"), why, sizeof why));
    CHECK(length_of_file() == (off_t)strlen("{\"record\":\"a\\nb\"}\n"));
    results_close(&results);
}

TEST(a_file_with_results_is_never_overwritten)
{
    write_file(WHOLE);
    CHECK(!create(name));
    CHECK(strstr(why, "--resume"));
    CHECK(length_of_file() == (off_t)strlen(WHOLE));
}

TEST(an_unwritable_file_is_refused_with_the_reason)
{
    CHECK(!create("/nowhere/at/all.jsonl"));
    CHECK(strstr(why, "No such file or directory"));
}

TEST(resuming_finds_the_valid_cells_and_the_first_record_takes_off_a_cut_line)
{
    CHECK(resume(WHOLE "{\"record\":\"cell\",\"patt"));
    CHECK(json_integer_value(json_object_get(campaign, "seed")) == 7);
    CHECK(json_object_size(cells) == 1);
    CHECK(length_of_file() > (off_t)strlen(WHOLE));
    CHECK(results_append(&results, json_pack("{ss}", "record", "cell"), why, sizeof why));
    CHECK(length_of_file() == (off_t)strlen(WHOLE "{\"record\":\"cell\"}\n"));
    close_all();
}

TEST(a_damaged_line_before_others_is_refused_and_nothing_is_cut_off)
{
    static const char damaged[] = WHOLE "{\"record\":\"cell\",\"patt\n{\"record\":\"pair\"}\n";

    CHECK(!resume(damaged));
    CHECK(strstr(why, "line 4 of"));
    CHECK(length_of_file() == (off_t)strlen(damaged));
    close_all();
}

TEST(a_reduction_of_an_older_file_is_a_maximum_of_doubles)
{
    json_t *cell = json_pack("{ss si}", "pattern", "reduce", "bytes", 8);
    char *older = results_key(cell), *newer, *other;

    json_object_set_new(cell, "op", json_string("max"));
    json_object_set_new(cell, "datatype", json_string("double"));
    newer = results_key(cell);
    json_object_set_new(cell, "op", json_string("sum"));
    other = results_key(cell);
    CHECK(strcmp(older, newer) == 0);
    CHECK(strcmp(older, other) != 0);
    free(older);
    free(newer);
    free(other);
    json_decref(cell);
}

TEST(a_foreign_file_is_not_gone_on_with)
{
    CHECK(!resume("hello\n"));
    CHECK(strstr(why, "not a results file"));
    CHECK(length_of_file() == 6);
    close_all();
}

TEST(a_full_disk_leaves_whole_lines)
{
    const struct rlimit small = {100, 100};
    struct rlimit before;
    unlink(name);
    CHECK(create(name));
    CHECK(results_append(&results, json_pack("{ss}", "record", "first"), why, sizeof why));
    const off_t length = length_of_file();

    /* The kernel cuts the write at the limit, as it would on a full disk. */
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){small.rlim_cur, before.rlim_max});
    CHECK(
        !results_append(&results,
                        json_pack("{ss ss}", "record", "second", "text",
                                  "0123456789012345678901234567890123456789012345678901234567890"
                                  "0123456789012345678901234567890123456789012345678901234567890"),
                        why, sizeof why));
    setrlimit(RLIMIT_FSIZE, &before);
    CHECK(strstr(why, "cannot write to"));
    CHECK(length_of_file() == length);
    results_close(&results);
}

int main(void)
{
    close(mkstemp(name));
    const int status = tap_run_all();

    unlink(name);
    return status;
}
