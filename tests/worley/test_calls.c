/* SPDX-License-Identifier: BSD-3-Clause */
/* The calls of a SWAP over MPI, in each protocol, against Worley 1999, the tables of section 3,
 * with the waits and handshakes that they omit. */
#include "mpi/worley/exchange.c"

#include "tests/tap.h"

static const struct {
    int variant;
    const char *first, *second;
} printed[] = {
    {VARIANT(0, 0), "BSEND RECV", "BSEND RECV"},
    {VARIANT(0, 1), "ISEND RECV WAIT", "ISEND RECV WAIT"},
    {VARIANT(0, 2), "IRECV SEND WAIT", "IRECV SEND WAIT"},
    {VARIANT(0, 3), "IRECV ISEND WAIT WAIT", "IRECV ISEND WAIT WAIT"},
    {VARIANT(0, 4), "IRECV go await-go RSEND WAIT", "IRECV go await-go RSEND WAIT"},
    {VARIANT(0, 5), "IRECV go await-go IRSEND WAIT WAIT", "IRECV go await-go IRSEND WAIT WAIT"},
    {VARIANT(0, 6), "SENDRECV", "SENDRECV"},
    {VARIANT(1, 0), "SEND RECV", "RECV SEND"},
    {VARIANT(1, 1), "ISEND RECV WAIT", "RECV SEND"},
    {VARIANT(1, 2), "IRECV SEND WAIT", "RECV SEND"},
    {VARIANT(1, 3), "IRECV ISEND WAIT WAIT", "RECV SEND"},
    {VARIANT(1, 4), "IRECV await-go RSEND WAIT", "IRECV go WAIT RSEND"},
    {VARIANT(1, 5), "IRECV await-go IRSEND WAIT WAIT", "IRECV go WAIT IRSEND WAIT"},
    {VARIANT(1, 6), "await-go SEND RECV", "go RECV SEND"},
};

static const char *calls_of(int variant, int rank)
{
    static char data[8];
    struct job job = {.rank = rank, .ranks = 2, .variant = variant};
    const struct message message = {data, sizeof data, 1 - rank};

    called[0] = '\0';
    exchange(&job, message, message);
    return called;
}

static void check(int variant, int rank, const char *expected)
{
    const char *found = calls_of(variant, rank);
    const bool same = strcmp(found, expected) == 0;

    CHECK(same);
    if (!same)
        printf("# (%d,%d), rank %d: %s, printed %s\n", variant / 10, variant % 10, rank, found,
               expected);
}

TEST(each_rank_of_a_swap_makes_the_calls_that_are_printed_for_it)
{
    CHECK(sizeof printed / sizeof *printed == sizeof protocols / sizeof *protocols - 3);
    for (size_t i = 0; i < sizeof printed / sizeof *printed; i++) {
        check(printed[i].variant, 0, printed[i].first);
        check(printed[i].variant, 1, printed[i].second);
    }
}
