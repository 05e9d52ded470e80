/* SPDX-License-Identifier: BSD-3-Clause */
/* The arena's synchronization with threads, so that the thread sanitizer can check it. Built twice:
 * plain, and with -fsanitize=thread. */
#include "comops/ranks/arena/arena.h"
#include "comops/ranks/arena/clock.h"
#include "tests/tap.h"

#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { RANKS = 4, ROUNDS = 200 };

static struct meeting_point point;
static int written[RANKS]; /* plain memory: the sanitizer sees any missing order */
static int wrong;
static struct arena arena;
static const struct command quit = {.quit = 1};
static int notify;

static pthread_t threads[RANKS];

static void start_ranks(void *(*life)(void *))
{
    wrong = 0;
    for (long rank = 0; rank < RANKS; rank++)
        pthread_create(&threads[rank], NULL, life, (void *)rank);
}

static void join_ranks(void)
{
    for (int rank = 0; rank < RANKS; rank++)
        pthread_join(threads[rank], NULL);
}

static void in_ranks(void *(*life)(void *))
{
    memset(written, 0, sizeof written);
    /* Four ranks on any machine. */
    point = (struct meeting_point){.ranks = RANKS, .oversubscribed = 1};
    start_ranks(life);
    join_ranks();
}

static void *write_and_read(void *argument)
{
    const int rank = (int)(long)argument;

    for (int round = 1; round <= ROUNDS; round++) {
        written[rank] = round;
        meeting_meet(&point);
        for (int other = 0; other < RANKS; other++)
            if (written[other] != round)
                __atomic_store_n(&wrong, 1, __ATOMIC_RELAXED);
        meeting_meet(&point);
    }
    return NULL;
}

TEST(what_was_written_before_the_meeting_is_seen_by_all_after_it)
{
    in_ranks(write_and_read);
    CHECK(!wrong);
}

static void *hand_over(void *argument)
{
    static struct handover_place places[HANDOVER_PLACES];
    const int rank = (int)(long)argument;

    for (int round = 0; round < 2; round++) {
        const double ns = handover_measure(&point, places, rank);

        if (rank == 0 ? ns != 0 : !(ns > 0))
            __atomic_store_n(&wrong, 1, __ATOMIC_RELAXED);
    }
    return NULL;
}

TEST(each_rank_but_the_first_has_the_time_of_its_hand_over_with_the_first)
{
    in_ranks(hand_over);
    CHECK(!wrong);
}

static void *vote(void *argument)
{
    const int rank = (int)(long)argument;

    for (int round = 0; round < ROUNDS; round++) {
        const bool mine = round % (RANKS + 1) != rank; /* one objects, or none */
        const bool all = round % (RANKS + 1) == RANKS;

        if (meeting_agree(&point, mine) != all)
            __atomic_store_n(&wrong, 1, __ATOMIC_RELAXED);
    }
    return NULL;
}

TEST(one_objection_is_heard_by_every_rank_and_forgotten_in_the_next_vote)
{
    in_ranks(vote);
    CHECK(!wrong);
}

static uint64_t starts[RANKS][ROUNDS], began[RANKS][ROUNDS];
static bool in_time[RANKS][ROUNDS];

static void *start_together(void *argument)
{
    const int rank = (int)(long)argument;

    for (int round = 0; round < ROUNDS; round++) {
        in_time[rank][round] =
            meeting_start(&point, rank, 200000, &starts[rank][round], &began[rank][round]);
        if (in_time[rank][round] &&
            (began[rank][round] < starts[rank][round] || clock_now() < began[rank][round]))
            __atomic_store_n(&wrong, 1, __ATOMIC_RELAXED);
        /* Rank 0 hurries on while others may still be reading the moment. */
        if (rank == RANKS - 1 && round % 16 == 0)
            usleep(100);
    }
    return NULL;
}

TEST(all_ranks_get_the_same_start_and_none_in_time_begins_before_it)
{
    int same = 1, rising = 1;

    in_ranks(start_together);
    for (int round = 0; round < ROUNDS; round++) {
        for (int rank = 1; rank < RANKS; rank++)
            same = same && starts[rank][round] == starts[0][round];
        rising = rising && (round == 0 || starts[0][round] > starts[0][round - 1]);
    }
    CHECK(same);
    CHECK(rising);
    CHECK(!wrong);
}

TEST(only_what_a_longer_lead_saves_lengthens_it)
{
    struct meeting_point alone = {.ranks = 1};
    uint64_t start, left;

    CHECK(!meeting_start(&alone, 0, -(uint64_t)1, &start, &left) && alone.late == 1);
    CHECK(!meeting_start(&alone, 0, -(uint64_t)MEETING_LEAD_MOST, &start, &left));
    CHECK(alone.late == 1); /* the rank had lost its core for that long */
}

TEST(a_start_in_the_past_is_noticed)
{
    struct meeting_point alone = {.ranks = 1};
    uint64_t start, left;

    CHECK(!meeting_start(&alone, 0, 0, &start, &left) || clock_now() > start);
    CHECK(meeting_start(&alone, 0, 1000000, &start, &left) && left >= start);
    CHECK(clock_now() >= start);
}

static void *obey_commands(void *argument)
{
    const int rank = (int)(long)argument;
    struct arena_team *team = arena_team(&arena, 0);
    uint32_t sequence = 0;
    int obeyed = 0;

    for (;;) {
        sequence = arena_await(team, sequence);
        const struct command command = team->command;

        if (command.quit)
            return NULL;
        if (command.bytes != (uint64_t)++obeyed)
            __atomic_store_n(&wrong, 1, __ATOMIC_RELAXED);
        arena_stamps(&arena, 0, rank)[0].ended = command.bytes;
        if (arena_done(team))
            (void)!write(notify, "", 1);
    }
}

TEST(each_rank_gets_every_command_once_and_the_front_end_sees_what_they_wrote)
{
    int pipes[2], seen = 0;
    char byte;

    CHECK(arena_create(&arena, RANKS));
    CHECK(pipe(pipes) == 0);
    arena_reset(&arena, 0, RANKS, true);
    notify = pipes[1];
    start_ranks(obey_commands);
    for (int i = 1; i <= ROUNDS; i++) {
        const struct command command = {.bytes = (uint64_t)i};

        arena_command(arena_team(&arena, 0), &command);
        if (read(pipes[0], &byte, 1) != 1)
            break;
        for (int rank = 0; rank < RANKS; rank++)
            seen += arena_stamps(&arena, 0, rank)[0].ended == (uint64_t)i;
    }
    arena_command(arena_team(&arena, 0), &quit);
    join_ranks();
    CHECK(seen == ROUNDS * RANKS);
    CHECK(!wrong);
    arena_close(&arena);
}

static void *sleep_for_work(void *argument)
{
    struct timespec used;

    arena_await(arena_team(&arena, 0), 0);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    *(double *)argument = (double)used.tv_sec + (double)used.tv_nsec / 1e9;
    return NULL;
}

TEST(a_rank_without_work_uses_no_cpu_time)
{
    double seconds = -1;
    pthread_t thread;

    CHECK(arena_create(&arena, 1));
    arena_reset(&arena, 0, 1, false);
    pthread_create(&thread, NULL, sleep_for_work, &seconds);
    usleep(300000);
    arena_command(arena_team(&arena, 0), &quit);
    pthread_join(thread, NULL);
    CHECK(seconds >= 0 && seconds < 0.005); /* start and end of the thread, in 0.3 s */
    arena_close(&arena);
}
