/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/worker/memory/segment.h"

#include "comops/ranks/worker/bench.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ATTEMPTS = 16, HUGE = 2 << 20 };

/* Where the part of a rank begins; of rank team->ranks: where the last part ends. */
static size_t part_begin(const double *bytes, int rank, enum page_size pages)
{
    size_t begin = 0;

    for (int before = 0; before < rank; before++)
        if (bytes[before] > 0)
            begin += mapping_bytes((size_t)bytes[before], pages) + mapping_gap(pages);
    return begin;
}

/* Rank 0's proposal to the others: its memfd, and where to map it. */
struct proposal {
    pid_t pid;
    int fd;
    char *address;
};

/* A descriptor of rank 0's memfd in this process, or -1. */
static int open_proposed(const struct team *team, const struct proposal *proposal)
{
    char path[64];

    if (team->rank == ROOT || proposal->fd < 0)
        return proposal->fd;
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)proposal->pid, proposal->fd);
    return open(path, O_RDWR | O_CLOEXEC);
}

/* -1 if there is none. */
static int create_memfd(size_t bytes, enum page_size pages)
{
    const int fd =
        memfd_create("comops-segment", MFD_CLOEXEC | (pages == PAGE_SIZE_2M ? MFD_HUGETLB : 0));

    if (fd < 0 || ftruncate(fd, (off_t)bytes) == 0)
        return fd;
    close(fd);
    return -1;
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

/* At the first address that rank 0 proposes and that is free in all processes; NULL on all ranks if
 * there is none. */
static char *map_together(const struct team *team, size_t bytes, enum page_size pages)
{
    struct proposal proposal = {.pid = getpid(), .fd = -1};
    char *memory = NULL;
    int fd = -1;

    if (team->rank == ROOT)
        proposal.fd = create_memfd(bytes, pages);
    for (int attempt = 0; attempt < ATTEMPTS && !memory; attempt++) {
        if (team->rank == ROOT)
            proposal.address = find_address(bytes, attempt);
        team->share(&proposal, sizeof proposal);
        if (fd < 0)
            fd = open_proposed(team, &proposal);
        memory = map_at(proposal.address, bytes, fd);
        const bool mapped = memory;

        if (!bench_agree(team, mapped) && mapped) {
            munmap(memory, bytes);
            memory = NULL;
        }
    }
    if (fd >= 0)
        close(fd);
    return memory;
}

/* One memfd for the parts of all ranks. */
static bool create_common(struct segment *segment, const struct team *team, size_t bytes)
{
    double *all = bench_gather(team, (double)bytes);

    const size_t whole = part_begin(all, team->ranks, segment->pages);
    const bool empty = whole == 0;

    if (!empty) {
        segment->bytes = whole - mapping_gap(segment->pages);
        segment->mapped = segment->first = map_together(team, whole, segment->pages);
    }
    for (int rank = 0; segment->mapped && rank < team->ranks; rank++) {
        char *part = segment->mapped + part_begin(all, rank, segment->pages);

        mapping_prepare(part, (size_t)all[rank], segment->pages);
        if (rank == team->rank && bytes)
            segment->mine = part;
    }
    free(all);
    return empty || segment->mapped;
}

/* Every part private to its thread, whose addresses are valid in all others. */
static bool create_private(struct segment *segment, const struct team *team, size_t bytes)
{
    segment->bytes = bytes;
    segment->first = segment->mine = segment->mapped = mapping_create(bytes, segment->pages);
    team->share(&segment->first, sizeof segment->first);
    return segment->mine || !bytes;
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
