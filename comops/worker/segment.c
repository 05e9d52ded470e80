/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/worker/segment.h"

#include "comops/worker/bench.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ATTEMPTS = 16, HUGE = 2 << 20 };

static bool all_agree(const struct team *team, bool mine)
{
    double *votes = bench_gather(team, mine);
    bool all = true;

    for (int rank = 0; rank < team->ranks; rank++)
        all = all && votes[rank] != 0;
    free(votes);
    return all;
}

/* Where the part of a rank begins; of rank team->ranks: where the last part ends. */
static size_t part_begin(const double *bytes, int rank, enum page_size pages)
{
    size_t begin = 0;

    for (int before = 0; before < rank; before++)
        begin += mapping_bytes((size_t)bytes[before], pages);
    return begin;
}

/* A descriptor of rank 0's memfd in this process, or -1. */
static int open_common(const struct team *team, size_t bytes, enum page_size pages)
{
    struct {
        pid_t pid;
        int fd;
    } home = {.fd = -1};
    char path[64];

    if (team->rank == ROOT) {
        home.pid = getpid();
        home.fd =
            memfd_create("comops-segment", MFD_CLOEXEC | (pages == PAGE_SIZE_2M ? MFD_HUGETLB : 0));
        if (home.fd >= 0 && ftruncate(home.fd, (off_t)bytes) != 0) {
            close(home.fd);
            home.fd = -1;
        }
    }
    team->share(&home, sizeof home);
    if (home.fd < 0 || team->rank == ROOT)
        return home.fd;
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)home.pid, home.fd);
    return open(path, O_RDWR | O_CLOEXEC);
}

/* An address with free space in this process, a multiple of the size of huge pages; later attempts
 * lie further from what is mapped already. NULL if there is none. */
static char *find_address(size_t bytes, int attempt)
{
    const size_t space = bytes + HUGE + ((size_t)attempt << 30);
    char *memory = mmap(NULL, space, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (memory == MAP_FAILED)
        return NULL;
    munmap(memory, space);
    return memory + (HUGE - (uintptr_t)memory % HUGE) % HUGE;
}

/* NULL if something else is mapped there, or there is no memory. */
static char *map_at(char *address, size_t bytes, int fd)
{
    char *memory = address ? mmap(address, bytes, PROT_READ | PROT_WRITE,
                                  MAP_SHARED | MAP_FIXED_NOREPLACE, fd, 0)
                           : MAP_FAILED;

    if (memory != MAP_FAILED && memory != address) { /* the kernel is older than 4.17 */
        munmap(memory, bytes);
        memory = MAP_FAILED;
    }
    return memory == MAP_FAILED ? NULL : memory;
}

/* At an address that the ranks propose in turn, until all accept one. */
static char *map_together(const struct team *team, size_t bytes, int fd)
{
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        /* A double holds every address exactly: user space ends below 2^53. */
        double *proposals = bench_gather(team, (double)(uintptr_t)find_address(bytes, attempt));
        char *address = (char *)(uintptr_t)proposals[attempt % team->ranks];
        char *memory = map_at(address, bytes, fd);

        free(proposals);
        if (all_agree(team, memory))
            return memory;
        if (memory)
            munmap(memory, bytes);
    }
    return NULL;
}

/* One memfd for the parts of all ranks. */
static bool create_common(struct segment *segment, const struct team *team, size_t bytes)
{
    double *all = bench_gather(team, (double)bytes);

    segment->bytes = part_begin(all, team->ranks, segment->pages);
    const bool empty = segment->bytes == 0;
    const int fd = empty ? -1 : open_common(team, segment->bytes, segment->pages);

    if (!empty && all_agree(team, fd >= 0))
        segment->mapped = segment->first = map_together(team, segment->bytes, fd);
    for (int rank = 0; segment->mapped && rank < team->ranks; rank++) {
        char *part = segment->mapped + part_begin(all, rank, segment->pages);

        mapping_prepare(part, (size_t)all[rank], segment->pages);
        if (rank == team->rank && bytes)
            segment->mine = part;
    }
    if (fd >= 0)
        close(fd);
    free(all);
    return empty || segment->mapped;
}

/* Every part private to its thread, whose addresses are valid in all others. */
static bool create_private(struct segment *segment, const struct team *team, size_t bytes)
{
    segment->bytes = bytes;
    segment->first = segment->mine = segment->mapped = mapping_create(bytes, segment->pages);
    team->share(&segment->first, sizeof segment->first);
    if (all_agree(team, segment->mine || !bytes))
        return true;
    segment_free(segment);
    return false;
}

bool segment_create(struct segment *segment, const struct team *team, size_t bytes,
                    enum page_size pages)
{
    *segment = (struct segment){.pages = pages};
    return (team->shares_memory ? create_private : create_common)(segment, team, bytes);
}

void segment_free(struct segment *segment)
{
    mapping_free(segment->mapped, segment->bytes, segment->pages);
    *segment = (struct segment){0};
}
