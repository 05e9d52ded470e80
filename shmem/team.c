/* SPDX-License-Identifier: BSD-3-Clause */
/* comops-shmem: the ranks are all PEs. Buffers lie in the symmetric heap, at the same symmetric
 * address on every PE and in whole pages, so that put and get can access them. */
#include "comops/ranks/arena/clock.h"
#include "comops/ranks/text/text.h"
#include "comops/ranks/worker/worker.h"

#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { STAGING = 4096 }; /* bytes that share() moves at a time */

static char *shared;    /* symmetric */
static double *doubles; /* symmetric; one for each PE */

static void meet(void)
{
    shmem_barrier_all();
}

static void share(void *root_value, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += STAGING) {
        const size_t part = bytes - at < STAGING ? bytes - at : STAGING;

        if (shmem_my_pe() == ROOT)
            memcpy(shared, (char *)root_value + at, part);
        shmem_barrier_all(); /* the root's part is in `shared` */
        shmem_getmem((char *)root_value + at, shared, part, ROOT);
        shmem_barrier_all(); /* all have read: the root may write the next */
    }
}

static void gather(const double *mine, double *all)
{
    for (int rank = 0; rank < shmem_n_pes(); rank++)
        shmem_double_p(&doubles[shmem_my_pe()], *mine, rank);
    shmem_barrier_all(); /* completes the puts: all values have arrived */
    memcpy(all, doubles, (size_t)shmem_n_pes() * sizeof *all);
    shmem_barrier_all(); /* all have read: the next values may be put */
}

static double now(void)
{
    return (double)clock_now() * 1e-9; /* OpenSHMEM has no clock of its own */
}

static size_t whole_pages(size_t bytes)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);

    return (bytes + page - 1) / page * page;
}

static void *allocate(size_t bytes)
{
    return bytes ? shmem_align((size_t)sysconf(_SC_PAGESIZE), whole_pages(bytes)) : NULL;
}

static void release(void *memory, size_t bytes)
{
    if (!memory)
        return;
    /* Returns the pages to the kernel, so that the next first touch places them. */
    madvise(memory, whole_pages(bytes), MADV_REMOVE);
    shmem_free(memory);
}

/* Sets what Open MPI's OpenSHMEM needs in the environment, unless the user has set it. Done here
 * and not in the front end, so that a worker started by hand works too. Open MPI's launcher tells
 * the PEs when they are oversubscribed, and then they yield while waiting. */
static void prepare_environment(void)
{
    const char *size = getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
    const int ranks = size && atoi(size) > 0 ? atoi(size) : 1;
    const size_t most =
        (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE) / 2 / (size_t)ranks;
    const char *asked = getenv("SHMEM_SYMMETRIC_SIZE");
    char bytes[32];

    /* 4.1: shmem_finalize crashes in a hook of an unloaded module. */
    setenv("OMPI_MCA_opal_common_ucx_opal_mem_hooks", "0", 0);
    /* Half of the memory for all heaps together; pages are only allocated when touched. 4.1 does
     * not know the standard's name for the size. */
    snprintf(bytes, sizeof bytes, "%zu", most < (size_t)4 << 30 ? most : (size_t)4 << 30);
    setenv("SHMEM_SYMMETRIC_HEAP_SIZE", asked ? asked : bytes, 0);
    setenv("SHMEM_SYMMETRIC_SIZE", bytes, 0);
#ifdef __SANITIZE_ADDRESS__
    /* The default address belongs to the sanitizer. */
    setenv("OMPI_MCA_sshmem_base_start_address", "0x200000000000", 0);
#endif
}

#ifdef __SANITIZE_ADDRESS__
/* Open MPI and UCX leak in modules that they unload, whose names are then unknown: suppressions
 * cannot distinguish those leaks from ours. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}
#endif

static const char *runtime(void)
{
    static char text[SHMEM_MAX_NAME_LEN + 64];
    char name[SHMEM_MAX_NAME_LEN];
    int major, minor;

    shmem_info_get_version(&major, &minor);
    shmem_info_get_name(name);
#ifdef OSHMEM_MAJOR_VERSION
    snprintf(text, sizeof text, "OpenSHMEM %d.%d, Open MPI %d.%d.%d, %s", major, minor,
             OSHMEM_MAJOR_VERSION, OSHMEM_MINOR_VERSION, OSHMEM_RELEASE_VERSION, name);
#else
    snprintf(text, sizeof text, "OpenSHMEM %d.%d, %s", major, minor, name);
#endif
    return text;
}

int main(int argc, char **argv)
{
    struct worker worker;
    struct team team = {.path = "shmem",
                        .meet = meet,
                        .now = now,
                        .share = share,
                        .gather = gather,
                        .shares_memory = false,
                        .allocate = allocate,
                        .release = release};

    worker_parse(&worker, argc, argv, team.path);
    prepare_environment();
    shmem_init();
    team.rank = shmem_my_pe();
    team.ranks = shmem_n_pes();
    team.runtime = runtime();
    shared = memory_or_die(shmem_malloc(STAGING));
    doubles = memory_or_die(shmem_malloc((size_t)team.ranks * sizeof *doubles));
    const int status = worker_serve(&worker, &team);

    shmem_free(doubles);
    shmem_free(shared);
    shmem_finalize();
    return status;
}
