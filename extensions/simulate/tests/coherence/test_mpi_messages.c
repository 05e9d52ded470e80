/* SPDX-License-Identifier: BSD-3-Clause */
/* What messages of simulated MPI cost, counted by hand, and what they do out of order. */
#include "extensions/simulate/runtime/mpi/mpi.h"
#include "extensions/simulate/runtime/mpi/packet.h"
#include "extensions/simulate/runtime/runtime.h"
#include "comops/ranks/watch/watch.h"
#include "extensions/simulate/tests/coherence/turns.h"
#include "tests/tap.h"

#include <math.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    LONG = 65536 + 8, /* a piece of the ring and a bit */
    EAGER = 4096,
    PACKET = 48, /* bytes copied into a cell */
    HEADER = 24, /* of it, which the receiver reads */
    NAMES = 16,  /* of the requests of a long message */
    SEND = 1,
    RECEIVE = 100,
    COLLECTIVE = 10000 /* ns */
};

static char *data[TURNS_RANKS];
static size_t bytes;
static int sent, wrong;

/* Each rank has LONG bytes of its own, which name it. */
static bool run(int ranks, void (*live)(int rank))
{
    static const struct mpi_costs costs = {
        .send = SEND, .receive = RECEIVE, .eager = EAGER, .collective = COLLECTIVE};

    turns_follow = true;
    watch_reset();
    mpi_stand_in_open(&costs, ranks);
    for (int rank = 0; rank < ranks; rank++) {
        data[rank] = watch_allocate(CACHE_LINE, LONG);
        memset(data[rank], 'a' + rank, LONG);
    }
    sent = wrong = 0;
    return turns_run(ranks, live);
}

static void send_to(int to, int tag)
{
    MPI_Send(data[watch_rank], (int)bytes, MPI_BYTE, to, tag, MPI_COMM_WORLD);
    sent++;
}

static void receive_from(int from, int tag)
{
    MPI_Recv(data[watch_rank], (int)bytes, MPI_BYTE, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    wrong +=
        bytes && (data[watch_rank][0] != 'a' + from || data[watch_rank][bytes - 1] != 'a' + from);
}

static void pass(int rank)
{
    if (rank == 0)
        send_to(1, 0);
    else
        receive_from(0, 0);
}

static void pass_the_other_first(int rank)
{
    if (rank == 0) {
        send_to(1, 0);
        send_to(1, 1);
    } else {
        receive_from(0, 1);
        receive_from(0, 0);
    }
}

static void pass_back_and_forth(int rank)
{
    for (int i = 0; i < 100; i++) {
        if (rank == 0) {
            send_to(1, 0);
            receive_from(1, 0);
            data[0][0] = data[0][bytes - 1] = 'a';
        } else {
            receive_from(0, 0);
            data[1][0] = data[1][bytes - 1] = 'b';
            send_to(0, 0);
        }
    }
}

TEST(a_short_message_is_copied_into_a_cell_and_out_of_it)
{
    bytes = EAGER;
    CHECK(run(2, pass) && !wrong);
    CHECK(turns_counts.copied == 2 * EAGER + PACKET + HEADER);
    CHECK(turns_counts.work == SEND + RECEIVE);
}

static void broadcast(int rank)
{
    MPI_Bcast(data[rank], (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}

TEST(a_collective_operation_costs_each_rank_its_own_work_beside_its_messages)
{
    bytes = EAGER;
    CHECK(run(2, broadcast));
    CHECK(turns_counts.work == 2 * COLLECTIVE + SEND + RECEIVE);
}

TEST(a_long_message_is_copied_into_the_ring_and_out_of_it_once_both_know_of_it)
{
    bytes = LONG;
    CHECK(run(2, pass) && !wrong);
    CHECK(turns_counts.copied == 2 * LONG + 2 * (PACKET + HEADER + NAMES));
    CHECK(turns_counts.work == 2 * (SEND + RECEIVE));
}

TEST(a_message_that_comes_before_its_receive_is_copied_once_more)
{
    bytes = EAGER;
    CHECK(run(2, pass_the_other_first) && !wrong);
    CHECK(turns_counts.copied == 5 * EAGER + 2 * (PACKET + HEADER));
    CHECK(turns_counts.work == 2 * SEND + 3 * RECEIVE);
}

/* The flag of the fast box to the receiver, the cell's lines, and the flag back to
 * the next sender. The first messages find other lines. */
static double lines_of_message(size_t message)
{
    bytes = message;
    CHECK(run(2, pass_back_and_forth) && !wrong);
    return (double)turns_counts.crossed / 200;
}

TEST(eight_bytes_cross_in_the_line_of_the_packet_beside_the_flag)
{
    const double eight = lines_of_message(8), sixteen = lines_of_message(16);

    CHECK(fabs(eight - 3) < 0.1);
    CHECK(fabs(sixteen - 4) < 0.1);
    CHECK(fabs(lines_of_message(48) - 4) < 0.1);
    CHECK(fabs(lines_of_message(49) - 5) < 0.1);
}

/* ---- out of order ------------------------------------------------------------------------- */

enum { MANY = 200 };

static void send_many(int rank)
{
    if (rank == 0) {
        for (int i = 0; i < MANY; i++)
            send_to(1, i);
        return;
    }
    for (int i = 0; i < 4; i++)
        turns_pass();
    wrong += sent != CELLS + 1; /* and the fast box */
    for (int i = MANY; i-- > 0;)
        receive_from(0, i);
}

TEST(a_sender_waits_when_its_cells_run_out)
{
    bytes = 24;
    CHECK(run(2, send_many) && !wrong);
    CHECK(sent == MANY);
    bytes = 0;
    CHECK(run(2, send_many) && !wrong);
}

/* Rank 0's message k has tag k and its first byte is k. */
static void send_tagged(int rank)
{
    for (int i = 0; rank > 0 && i < 3; i++) {
        data[rank][0] = (char)(10 * rank + i);
        send_to(0, i);
    }
    for (int i = 2; rank == 0 && i >= 0; i--)
        for (int from = 1; from <= 2; from++) {
            MPI_Recv(data[0], (int)bytes, MPI_BYTE, from, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            wrong += data[0][0] != 10 * from + i;
        }
}

TEST(messages_are_told_apart_by_source_and_tag)
{
    bytes = 100;
    CHECK(run(3, send_tagged) && !wrong);
    bytes = 1;
    CHECK(run(3, send_tagged) && !wrong);
}

static void swap_long(int rank)
{
    char *in = data[2 + rank];

    MPI_Sendrecv(data[rank], LONG, MPI_BYTE, 1 - rank, 0, in, LONG, MPI_BYTE, 1 - rank, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    wrong += in[0] != 'a' + 1 - rank || in[LONG - 1] != 'a' + 1 - rank;
}

static void swap_of_two(int rank)
{
    if (rank < 2)
        swap_long(rank);
}

TEST(long_messages_both_ways_take_turns_in_the_ring)
{
    CHECK(run(4, swap_of_two) && !wrong);
}

static void test_until_there(int rank)
{
    MPI_Request request;
    int complete = 0, tests = 0;

    if (rank == 0) {
        for (int i = 0; i < 3; i++)
            turns_pass();
        send_to(1, 0);
        return;
    }
    MPI_Irecv(data[1], (int)bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request);
    for (; !complete; tests++) {
        MPI_Test(&request, &complete, MPI_STATUS_IGNORE);
        turns_pass();
    }
    wrong += tests < 2 || request != MPI_REQUEST_NULL || data[1][0] != 'a';
}

TEST(mpi_test_does_not_wait)
{
    bytes = EAGER;
    CHECK(run(2, test_until_there) && !wrong);
}

/* ---- errors ------------------------------------------------------------------------------- */

static void receive_nothing(int rank)
{
    bytes = 8;
    if (rank == 1)
        receive_from(0, 0);
}

TEST(a_receive_without_a_message_is_a_deadlock)
{
    CHECK(!run(2, receive_nothing));
}

static void receive_less(int rank)
{
    if (rank == 0)
        MPI_Send(data[0], 9, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(data[1], 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void receive_less_late(int rank)
{
    for (int i = 0; rank == 1 && i < 4; i++)
        turns_pass();
    receive_less(rank);
}

static void broadcast_unequal(int rank)
{
    MPI_Bcast(data[rank], rank ? 16 : 8, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void broadcast_from_one(int rank)
{
    MPI_Bcast(data[rank], 8, MPI_BYTE, 1, MPI_COMM_WORLD);
}

static void put(int rank, MPI_Aint place, int assertions)
{
    MPI_Win window;

    MPI_Win_create(data[rank], 64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(assertions, window);
    if (rank == 0)
        MPI_Put(data[0], 8, MPI_BYTE, 1, place, 8, MPI_BYTE, window);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
    MPI_Win_free(&window);
}

static void put_beyond(int rank)
{
    put(rank, 57, MPI_MODE_NOPRECEDE);
}

static void put_without_epoch(int rank)
{
    put(rank, 0, MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED);
}

static void send_to_itself(int rank)
{
    send_to(rank, 0);
}

/* Whether it ends the program, and says so. */
static bool fails(void (*live)(int rank), const char *words)
{
    char said[256] = "";
    int ends[2], status = 0;
    size_t length = 0;

    fflush(stdout);
    if (pipe(ends) != 0)
        return false;
    const pid_t child = fork();

    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        run(2, live);
        _exit(EXIT_SUCCESS);
    }
    close(ends[1]);
    for (ssize_t more; (more = read(ends[0], said + length, sizeof said - 1 - length)) > 0;)
        length += (size_t)more;
    close(ends[0]);
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FAILURE && strstr(said, words);
}

TEST(what_is_wrong_ends_the_program)
{
    CHECK(fails(receive_less, "MPI, rank 1: a message of 9 bytes from rank 0 where 8 are"));
    CHECK(fails(receive_less_late, "MPI, rank 1: a message of 9 bytes from rank 0 where 8 are"));
    CHECK(fails(broadcast_unequal, "MPI, rank 1: a message of 8 bytes from rank 0 where 16 are"));
    CHECK(fails(broadcast_from_one, "have rank 0 as their root, not 1"));
    CHECK(fails(put_beyond, "8 bytes at 57 of rank 1's window, which has 64"));
    CHECK(fails(put_without_epoch, "outside of an epoch"));
    CHECK(fails(send_to_itself, "to itself"));
}
