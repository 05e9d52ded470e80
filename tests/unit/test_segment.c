/* SPDX-License-Identifier: BSD-3-Clause */
/* Segments between processes: forked children with a team of their own, whose calls go through
 * memory they share with their parent. */
#include "comops/ranks/worker/memory/segment.h"
#include "tests/tap.h"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RANKS = 3, PAGE = 4096, VALUE = 64 };

static struct {
    pthread_barrier_t barrier;
    double values[RANKS];
    char value[VALUE];
} * common;
static struct team team;

static void meet(void)
{
    pthread_barrier_wait(&common->barrier);
}

static void share(void *root_value, size_t bytes)
{
    if (team.rank == ROOT)
        memcpy(common->value, root_value, bytes);
    meet();
    memcpy(root_value, common->value, bytes);
    meet();
}

static void gather(const double *mine, double *all)
{
    common->values[team.rank] = *mine;
    meet();
    memcpy(all, common->values, sizeof common->values);
    meet();
}

static void open_team(void)
{
    pthread_barrierattr_t attributes;

    common = mmap(NULL, sizeof *common, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pthread_barrierattr_init(&attributes);
    pthread_barrierattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_barrier_init(&common->barrier, &attributes, RANKS);
    team = (struct team){
        .path = "fake", .ranks = RANKS, .meet = meet, .share = share, .gather = gather};
}

/* Whether `rank_is_right` is true in each of the processes. */
static bool all_are_right(bool (*rank_is_right)(void))
{
    bool good = true;
    int status;

    fflush(stdout);
    open_team();
    for (team.rank = 0; team.rank < RANKS; team.rank++)
        if (fork() == 0)
            _exit(rank_is_right() ? EXIT_SUCCESS : EXIT_FAILURE);
    for (int rank = 0; rank < RANKS; rank++)
        good = wait(&status) > 0 && status == 0 && good;
    munmap(common, sizeof *common);
    return good;
}

/* Each rank writes its number into the whole of its part, of rank + 1 pages less a few bytes; all
 * read all parts at their own addresses. */
static bool has_all_parts(struct segment *segment)
{
    const size_t bytes = (size_t)(team.rank + 1) * PAGE - 10;
    const char *part;
    bool good = segment_create(segment, &team, bytes, PAGE_SIZE_DEFAULT) &&
                mapping_touch(segment->mine, bytes, PAGE_SIZE_DEFAULT) &&
                segment->mine[bytes - 1] == 0;

    part = segment->first;
    memset(segment->mine, 'a' + team.rank, bytes);
    meet();
    for (int rank = 0; rank < RANKS; part += (size_t)++rank * PAGE + mapping_gap(PAGE_SIZE_DEFAULT))
        good = good && (rank != team.rank || part == segment->mine) && part[0] == 'a' + rank &&
               part[(size_t)(rank + 1) * PAGE - 11] == 'a' + rank;
    meet();
    return good;
}

static bool maps_all_parts(void)
{
    double addresses[RANKS];
    struct segment segment;
    bool good = has_all_parts(&segment);

    gather(&(double){(double)(uintptr_t)segment.first}, addresses);
    for (int rank = 0; rank < RANKS; rank++)
        good = good && addresses[rank] == addresses[0];
    segment_free(&segment);
    return good && !segment.mine && !segment.first;
}

/* What rank 0 proposes first is taken in the last process: its children inherit the same free
 * space. */
static bool maps_elsewhere(void)
{
    if (team.rank == RANKS - 1)
        mmap(NULL, (size_t)64 << 20, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return maps_all_parts();
}

__attribute__((unused)) static bool has_no_memory(void)
{
    const struct rlimit limit = {0, 0};
    struct segment segment;

    if (team.rank == 1)
        setrlimit(RLIMIT_AS, &limit);
    return !segment_create(&segment, &team, PAGE, PAGE_SIZE_DEFAULT) && !segment.mine;
}

static bool needs_no_memory(void)
{
    struct segment segment;
    const bool good = segment_create(&segment, &team, 0, PAGE_SIZE_DEFAULT) && !segment.mine;

    segment_free(&segment);
    return good;
}

static bool has_only_the_root_s(void)
{
    struct segment segment;
    const size_t bytes = team.rank == ROOT ? PAGE : 0;
    bool good = segment_create(&segment, &team, bytes, PAGE_SIZE_4K) &&
                (segment.mine != NULL) == (team.rank == ROOT);

    if (good && team.rank == ROOT)
        strcpy(segment.mine, "root's");
    meet();
    good = good && strcmp(segment.first, "root's") == 0;
    meet();
    segment_free(&segment);
    return good;
}

/* Nothing of it has a name that a process which is killed could leave behind. */
static bool is_nameless(void)
{
    struct segment segment;
    char line[512], address[32];
    bool named = true;
    const bool good = segment_create(&segment, &team, PAGE, PAGE_SIZE_DEFAULT);
    FILE *maps = fopen("/proc/self/maps", "r");

    snprintf(address, sizeof address, "%lx-", (unsigned long)(uintptr_t)segment.first);
    while (good && maps && fgets(line, sizeof line, maps))
        if (strncmp(line, address, strlen(address)) == 0)
            named = !strstr(line, "/memfd:") || !strstr(line, "(deleted)");
    return good && !named;
}

/* As large as what processors prefetch beyond the end of a page. */
TEST(a_page_is_free_behind_each_buffer)
{
    char *one = mapping_create(PAGE, PAGE_SIZE_4K), *other = mapping_create(PAGE, PAGE_SIZE_4K);
    const char *first = one < other ? one : other, *second = one < other ? other : one;

    CHECK(one && other && mapping_gap(PAGE_SIZE_4K) >= PAGE);
    CHECK(second - first >= 2 * PAGE);
    mapping_free(one, PAGE, PAGE_SIZE_4K);
    mapping_free(other, PAGE, PAGE_SIZE_4K);
}

TEST(every_process_has_all_parts_at_the_same_addresses)
{
    CHECK(all_are_right(maps_all_parts));
}

TEST(an_address_that_one_process_uses_is_left_to_it)
{
    CHECK(all_are_right(maps_elsewhere));
}

#ifndef EMULATED /* QEMU keeps no limit of memory */
TEST(if_one_process_has_no_room_none_has_a_segment)
{
    CHECK(all_are_right(has_no_memory));
}
#endif

TEST(a_segment_may_be_empty)
{
    CHECK(all_are_right(needs_no_memory));
}

TEST(a_part_may_be_empty)
{
    CHECK(all_are_right(has_only_the_root_s));
}

TEST(a_segment_has_no_name)
{
    CHECK(all_are_right(is_nameless));
}
