/* SPDX-License-Identifier: BSD-3-Clause */
/* Table 5 from cells with known times. */
#include "comops/commands/pstswm/pstswm_swap_table.h"
#include "tests/tap.h"

#include <string.h>

static json_t *cells;

static void add(const char *path, const char *protocol, int volume, int bytes, double us,
                bool valid)
{
    json_array_append_new(cells, json_pack("{ss ss ss si si sf sb}", "pattern", "swap_printed",
                                           "path", path, "protocol", protocol, "series", volume,
                                           "bytes", bytes, "time_us", us, "valid", valid));
}

/* Takes the cells. The caller frees. */
static char *printed(void)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    swap_table_print(out, cells);
    fclose(out);
    json_decref(cells);
    cells = NULL;
    return text;
}

/* Whether a line has these words and no others. */
static bool has_line(const char *text, const char *words)
{
    char *copy = strdup(text), *rest = copy, *line;
    bool found = false;

    while (!found && (line = strsep(&rest, "\n"))) {
        char joined[256] = "", *part = line, *word;

        while ((word = strsep(&part, " ")))
            if (*word) {
                strcat(joined, *joined ? " " : "");
                strcat(joined, word);
            }
        found = strcmp(joined, words) == 0;
    }
    free(copy);
    return found;
}

TEST(the_best_protocol_of_each_order_has_its_rate_and_what_one_more_message_takes)
{
    cells = json_array();
    add("mpi", "(0,6)", 8192, 8192, 4, true);
    add("mpi", "(0,6)", 8192, 8, 106.3, true);
    add("mpi", "(0,2)", 8192, 8192, 5, true);
    add("mpi", "(1,0)", 8192, 8192, 8, true);
    add("mpi", "(2,2)", 8192, 8192, 1, true);
    add("mpi", "(0,0)", 8192, 8192, 1, false);
    char *text = printed();

    CHECK(has_line(text, "8K"));
    CHECK(has_line(text, "mpi unordered 4096 (0,6) 0.100"));
    CHECK(has_line(text, "mpi ordered 2048 (1,0) -"));
    free(text);
}

TEST(without_a_cell_there_is_no_table)
{
    cells = json_array();
    add("mpi", "(0,6)", 8192, 8192, 4, false);
    char *text = printed();

    CHECK(strcmp(text, "") == 0);
    free(text);
}

TEST(a_row_has_each_volume_and_a_dash_where_nothing_was_measured)
{
    cells = json_array();
    add("threads", "(0,1)", 131072, 131072, 13.1072, true);
    add("threads", "(0,1)", 8192, 8192, 1, true);
    add("shmem", "(1,2)", 8192, 2048, 2, true);
    char *text = printed();

    CHECK(has_line(text, "128K 8K"));
    CHECK(has_line(text, "threads unordered 20000 (0,1) - 16384 (0,1) -"));
    CHECK(has_line(text, "threads ordered - - - - - -"));
    CHECK(has_line(text, "shmem ordered - - - 8192 (1,2) -"));
    free(text);
}
