/* SPDX-License-Identifier: BSD-3-Clause */
/* Which calls of MPI a SWAP makes in each protocol, against Worley 1999, the tables of section 3,
 * with the waits and handshakes that they omit. */
#include "extensions/pstswm/exchange/mpi/exchange.c"

#include "tests/tap.h"

#include <string.h>

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
    /* Not printed: the same calls, cut into begin, middle and end. */
    {VARIANT(2, 0), "| BSEND | RECV", "| BSEND | RECV"},
    {VARIANT(2, 1), "| ISEND | RECV WAIT", "| ISEND | RECV WAIT"},
    {VARIANT(2, 2), "IRECV | SEND | WAIT", "IRECV | SEND | WAIT"},
    {VARIANT(2, 3), "IRECV | ISEND | WAIT WAIT", "IRECV | ISEND | WAIT WAIT"},
    {VARIANT(2, 4), "IRECV go | await-go RSEND | WAIT", "IRECV go | await-go RSEND | WAIT"},
    {VARIANT(2, 5), "IRECV go | await-go IRSEND | WAIT WAIT",
     "IRECV go | await-go IRSEND | WAIT WAIT"},
    {VARIANT(3, 1), "| ISEND | RECV WAIT", "| | RECV SEND"},
    {VARIANT(3, 2), "IRECV | | SEND WAIT", "| | RECV SEND"},
    {VARIANT(3, 3), "IRECV | ISEND | WAIT WAIT", "| | RECV SEND"},
    {VARIANT(3, 4), "IRECV | | await-go RSEND WAIT", "IRECV go | | WAIT RSEND"},
    {VARIANT(3, 5), "IRECV | await-go IRSEND | WAIT WAIT", "IRECV go | | WAIT IRSEND WAIT"},
    {VARIANT(3, 6), "| | await-go SEND RECV", "go | | RECV SEND"},
};

static const int *variant; /* that the ranks run */
static char found[2][256]; /* on each rank */

/* Counts protocols whose pieces are moved apart. */
static void called_cut(const struct job *job)
{
    if (exchange_overlaps(job))
        calls_name("|");
}

static void swap(int rank)
{
    static char data[8];
    static union {
        struct exchange exchange;
        char memory[sizeof(struct exchange) + sizeof(struct transfer)];
    } states[2];
    struct job job = {.rank = rank, .ranks = 2, .variant = *variant, .state = &states[rank]};
    const struct message message = {data, sizeof data, 1 - rank};

    exchange_begin(&job, 0, message, message);
    called_cut(&job);
    exchange_middle(&job, 0);
    called_cut(&job);
    exchange_end(&job, 0);
    strcpy(found[rank], calls_names());
}

static void check(int rank, const char *expected)
{
    const bool same = strcmp(found[rank], expected) == 0;

    CHECK(same);
    if (!same)
        printf("# (%d,%d), rank %d: %s, printed %s\n", *variant / 10, *variant % 10, rank,
               found[rank], expected);
}

TEST(each_rank_of_a_swap_makes_the_calls_that_are_printed_for_it)
{
    const size_t rows = sizeof protocols / sizeof *protocols - 3; /* numbers end in 0 to 6 */

    CHECK(sizeof printed / sizeof *printed == rows + 12);
    for (size_t i = 0; i < sizeof printed / sizeof *printed; i++) {
        variant = &printed[i].variant;
        calls_begin();
        messages_begin();
        team_run(2, swap);
        check(0, printed[i].first);
        check(1, printed[i].second);
    }
}
