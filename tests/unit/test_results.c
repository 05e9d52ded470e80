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

static const char whole[] =
    "{\"record\":\"campaign\",\"schema\":\"comops/1\",\"seed\":7}\n"
    "{\"record\":\"cell\",\"pattern\":\"p\",\"path\":\"mpi\",\"protocol\":\"x\",\"placement\":"
    "\"bus\","
    "\"ranks\":2,\"bytes\":8,\"buffers\":\"reuse\",\"method\":\"adaptive\",\"valid\":true}\n"
    "{\"record\":\"cell\",\"pattern\":\"p\",\"path\":\"mpi\",\"protocol\":\"y\",\"placement\":"
    "\"bus\","
    "\"ranks\":2,\"bytes\":8,\"buffers\":\"reuse\",\"method\":\"adaptive\",\"valid\":false}\n";

TEST(a_record_is_one_line_and_in_the_file_at_once)
{
    struct results results;

    unlink(name);
    CHECK(results_create(&results, name, why, sizeof why));
    CHECK(results_append(&results, json_pack("{ss}", "record", "a\nb"), why, sizeof why));
    CHECK(length_of_file() == (off_t)strlen("{\"record\":\"a\\nb\"}\n"));
    results_close(&results);
}

TEST(a_file_with_results_is_never_overwritten)
{
    struct results results;

    write_file(whole);
    CHECK(!results_create(&results, name, why, sizeof why));
    CHECK(strstr(why, "--resume"));
    CHECK(length_of_file() == (off_t)strlen(whole));
}

TEST(an_unwritable_file_is_refused_with_the_reason)
{
    struct results results;

    CHECK(!results_create(&results, "/nowhere/at/all.jsonl", why, sizeof why));
    CHECK(strstr(why, "No such file or directory"));
}

TEST(resuming_finds_the_valid_cells_and_takes_off_a_cut_line)
{
    struct results results;
    json_t *campaign, *cells;

    write_file(whole);
    FILE *file = fopen(name, "a");
    fputs("{\"record\":\"cell\",\"patt", file);
    fclose(file);
    CHECK(results_resume(&results, name, &campaign, &cells, why, sizeof why));
    CHECK(json_integer_value(json_object_get(campaign, "seed")) == 7);
    CHECK(json_object_size(cells) == 1);
    CHECK(length_of_file() == (off_t)strlen(whole));
    results_close(&results);
    json_decref(campaign);
    json_decref(cells);
}

TEST(a_damaged_line_before_others_is_refused_and_nothing_is_cut_off)
{
    struct results results;
    json_t *campaign, *cells;

    write_file(whole);
    FILE *file = fopen(name, "a");
    fputs("{\"record\":\"cell\",\"patt\n{\"record\":\"pair\"}\n", file);
    fclose(file);
    const off_t length = length_of_file();

    CHECK(!results_resume(&results, name, &campaign, &cells, why, sizeof why));
    CHECK(strstr(why, "line 4 of"));
    CHECK(length_of_file() == length);
    results_close(&results);
    json_decref(campaign);
    json_decref(cells);
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
    struct results results;
    json_t *campaign, *cells;

    write_file("hello\n");
    CHECK(!results_resume(&results, name, &campaign, &cells, why, sizeof why));
    CHECK(strstr(why, "not a results file"));
    CHECK(length_of_file() == 6);
    results_close(&results);
    json_decref(cells);
}

TEST(a_full_disk_leaves_whole_lines)
{
    const struct rlimit small = {100, 100};
    struct rlimit before;
    struct results results;

    unlink(name);
    CHECK(results_create(&results, name, why, sizeof why));
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
