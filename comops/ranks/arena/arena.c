/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/arena/arena.h"

#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Layout: teams | ranks of all teams | stamps of all ranks. The number of ranks follows from the
 * file's size. */
static size_t rank_bytes(void)
{
    return sizeof(struct arena_rank) + ARENA_STAMPS_ALL * sizeof(struct arena_stamp);
}

static size_t arena_size(uint32_t ranks_most)
{
    return ARENA_TEAMS * (sizeof(struct arena_team) + ranks_most * rank_bytes());
}

static bool arena_map(struct arena *arena)
{
    void *base = mmap(NULL, arena->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, arena->fd, 0);

    arena->base = base == MAP_FAILED ? NULL : base;
    return arena->base;
}

bool arena_create(struct arena *arena, int ranks_most)
{
    arena->ranks_most = (uint32_t)ranks_most;
    arena->bytes = arena_size(arena->ranks_most);
    arena->fd = memfd_create("comops-arena", MFD_CLOEXEC);
    return arena->fd >= 0 && ftruncate(arena->fd, (off_t)arena->bytes) == 0 && arena_map(arena);
}

bool arena_open(struct arena *arena, const char *path)
{
    struct stat status;

    arena->fd = open(path, O_RDWR | O_CLOEXEC);
    if (arena->fd < 0 || fstat(arena->fd, &status) != 0)
        return false;
    arena->bytes = (size_t)status.st_size;
    arena->ranks_most =
        (uint32_t)((arena->bytes / ARENA_TEAMS - sizeof(struct arena_team)) / rank_bytes());
    return arena_size(arena->ranks_most) == arena->bytes && arena_map(arena);
}

void arena_close(struct arena *arena)
{
    if (arena->base)
        munmap(arena->base, arena->bytes);
    if (arena->fd >= 0)
        close(arena->fd);
    *arena = (struct arena){.fd = -1};
}

struct arena_team *arena_team(const struct arena *arena, int team)
{
    return (struct arena_team *)arena->base + team;
}

static size_t slot(const struct arena *arena, int team, int rank)
{
    return (size_t)team * arena->ranks_most + (size_t)rank;
}

struct arena_rank *arena_rank(const struct arena *arena, int team, int rank)
{
    return (struct arena_rank *)(arena->base + ARENA_TEAMS * sizeof(struct arena_team)) +
           slot(arena, team, rank);
}

struct arena_stamp *arena_stamps(const struct arena *arena, int team, int rank)
{
    char *stamps = (char *)arena_rank(arena, ARENA_TEAMS, 0);

    return (struct arena_stamp *)stamps + slot(arena, team, rank) * ARENA_STAMPS_ALL;
}

void arena_reset(const struct arena *arena, int team, int ranks, bool oversubscribed)
{
    struct arena_team *slot = arena_team(arena, team);

    memset(slot, 0, sizeof *slot);
    for (int rank = 0; rank < ranks; rank++)
        memset(arena_rank(arena, team, rank), 0, sizeof(struct arena_rank));
    slot->ranks = (uint32_t)ranks;
    for (int i = 0; i < ARENA_MEETINGS; i++) {
        slot->meetings[i].ranks = slot->ranks;
        slot->meetings[i].oversubscribed = oversubscribed;
    }
}

/* Plain futexes instead of a process-shared condition variable: a waiter killed inside glibc's can
 * block the next signal forever (docs/design.md). */
static void futex(_Atomic uint32_t *word, int operation, uint32_t value)
{
    syscall(SYS_futex, word, operation, value, NULL, NULL, 0);
}

void arena_command(struct arena_team *team, const struct command *command)
{
    team->command = *command;
    atomic_store_explicit(&team->done, 0, memory_order_relaxed);
    /* Release: a rank that sees the new sequence also sees the command. */
    atomic_fetch_add_explicit(&team->sequence, 1, memory_order_release);
    futex(&team->sequence, FUTEX_WAKE, INT_MAX);
}

uint32_t arena_await(struct arena_team *team, uint32_t seen)
{
    uint32_t now;

    while ((now = atomic_load_explicit(&team->sequence, memory_order_acquire)) == seen)
        futex(&team->sequence, FUTEX_WAIT, seen);
    return now;
}

bool arena_done(struct arena_team *team)
{
    /* Releases this rank's stamps; the last rank acquires all of them for the front end. */
    return atomic_fetch_add_explicit(&team->done, 1, memory_order_acq_rel) + 1 == team->ranks;
}

bool arena_all_done(struct arena_team *team)
{
    return atomic_load_explicit(&team->done, memory_order_acquire) == team->ranks;
}
