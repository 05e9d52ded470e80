/* SPDX-License-Identifier: BSD-3-Clause */
/* comops-threads: the ranks are the threads of one OpenMP team. */
#include "comops/ranks/worker/worker.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <omp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { STACK_LEAST = 128 << 10 }; /* bytes: with less, ranks die of it */

/* Data exchanged outside the timed code. */
static union {
    void *value;
    double *all;
} shared; /* rank 0's */

static void meet(void)
{
#pragma omp barrier
}

static void share(void *root_value, size_t bytes)
{
    if (omp_get_thread_num() == ROOT)
        shared.value = root_value;
    meet();
    if (omp_get_thread_num() != ROOT)
        memcpy(root_value, shared.value, bytes);
    meet(); /* all have read: the root may change it */
}

static void gather(const double *mine, double *all)
{
    const int rank = omp_get_thread_num();

    if (rank == ROOT)
        shared.all = all;
    meet();
    shared.all[rank] = *mine;
    meet(); /* the root's array is complete */
    if (rank != ROOT)
        memcpy(all, shared.all, (size_t)omp_get_num_threads() * sizeof *all);
    meet(); /* all have read: the root may free it */
}

/* ---- the OpenMP library that the threads run on --------------------------------------------- */

static const char interface[] = "GOMP_"; /* and a number */

struct search {
    uintptr_t base; /* where the library is loaded */
    const char *newest;
};

/* The loader has relocated some addresses of the dynamic section, and others not. */
static const void *at(uintptr_t base, ElfW(Addr) address)
{
    return (const void *)(address < base ? base + address : address);
}

static void find_newest(struct search *search, const ElfW(Dyn) * entry)
{
    const ElfW(Verdef) *version = NULL;
    const char *names = NULL;

    for (; entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_VERDEF)
            version = at(search->base, entry->d_un.d_ptr);
        else if (entry->d_tag == DT_STRTAB)
            names = at(search->base, entry->d_un.d_ptr);
    for (bool more = version && names; more;
         version = (const void *)((const char *)version + version->vd_next)) {
        const ElfW(Verdaux) *first = (const void *)((const char *)version + version->vd_aux);
        const char *name = names + first->vda_name;
        const size_t length = sizeof interface - 1;

        if (strncmp(name, interface, length) == 0 && strspn(name + length, "0123456789") > 0 &&
            (!search->newest || strverscmp(name, search->newest) > 0))
            search->newest = name;
        more = version->vd_next != 0;
    }
}

static int visit(struct dl_phdr_info *library, size_t size, void *search)
{
    (void)size;
    if (library->dlpi_addr != ((struct search *)search)->base)
        return 0;
    for (int i = 0; i < library->dlpi_phnum; i++)
        if (library->dlpi_phdr[i].p_type == PT_DYNAMIC)
            find_newest(search, at(library->dlpi_addr, library->dlpi_phdr[i].p_vaddr));
    return 1;
}

/* LLVM's and Intel's have the entry points of GCC's too, and may bear its name. */
static const char *maker_of(void *library)
{
    return dlsym(library, "__kmpc_fork_call") ? "LLVM or Intel"
           : dlsym(library, "GOMP_parallel")  ? "GNU"
                                              : "unknown maker";
}

/* Appends the settings of how threads wait that somebody made. */
static void add_settings(char *text, size_t size)
{
    static const char *const names[] = {"OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME",
                                        "KMP_LIBRARY"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        const size_t used = strlen(text);

        if (value)
            snprintf(text + used, size - used, ", %s=%s", names[i], value);
    }
}

/* "libgomp.so.1.0.0 (GNU) GOMP_5.1, compiled for OpenMP 201511": the file that was loaded, its
 * maker, and the newest interface that it defines, which distinguishes releases of GCC if the
 * file's name does not; then the environment variables that control how its threads wait. Valid
 * until the program ends. */
static const char *openmp_library(void)
{
    static char text[PATH_MAX + 256];
    Dl_info loaded = {0};

    dladdr(dlsym(RTLD_DEFAULT, "omp_get_num_threads"), &loaded);
    void *library = loaded.dli_fname ? dlopen(loaded.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    char *file = loaded.dli_fname ? realpath(loaded.dli_fname, NULL) : NULL;
    struct search search = {.base = (uintptr_t)loaded.dli_fbase};

    dl_iterate_phdr(visit, &search);
    snprintf(text, sizeof text, "%s (%s)%s%s, compiled for OpenMP %d",
             file ? basename(file) : "linked statically", maker_of(library),
             search.newest ? " " : "", search.newest ? search.newest : "", _OPENMP);
    add_settings(text, sizeof text);
    free(file);
    if (library)
        dlclose(library);
    return text;
}

static size_t stack_bytes(void)
{
    pthread_attr_t attributes;
    size_t bytes = SIZE_MAX;

    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstacksize(&attributes, &bytes);
        pthread_attr_destroy(&attributes);
    }
    return bytes;
}

/* Ends the program if variables of OpenMP do not allow such a team. The first thread's stack is the
 * process's. */
static void limits_check(int ranks)
{
    size_t stack = SIZE_MAX;
    int started = 0;

#pragma omp parallel num_threads(ranks) reduction(min : stack) reduction(+ : started)
    {
        started = 1;
        if (omp_get_thread_num() != ROOT)
            stack = stack_bytes();
    }
    if (started == ranks && stack >= STACK_LEAST)
        return;
    if (started == ranks)
        fprintf(stderr, "comops: a thread's stack has %zu KiB; set OMP_STACKSIZE to %dK or more\n",
                stack >> 10, STACK_LEAST >> 10);
    else if (omp_get_thread_limit() < ranks)
        fprintf(stderr, "comops: OpenMP starts %d of %d threads: OMP_THREAD_LIMIT is %d\n",
                started, ranks, omp_get_thread_limit());
    else
        fprintf(stderr, "comops: OpenMP starts %d of %d threads: OMP_MAX_ACTIVE_LEVELS is %d\n",
                started, ranks, omp_get_max_active_levels());
    exit(EXIT_FAILURE);
}

int main(int argc, char **argv)
{
    struct worker worker;
    int status = EXIT_SUCCESS;

    worker_parse(&worker, argc, argv, "threads");
    if (worker.ranks < 1)
        worker.ranks = 2;
    omp_set_dynamic(0);
    limits_check(worker.ranks);
    const char *openmp = openmp_library();

#pragma omp parallel num_threads(worker.ranks) reduction(max : status)
    {
        const struct team team = {.path = "threads",
                                  .runtime = openmp,
                                  .rank = omp_get_thread_num(),
                                  .ranks = omp_get_num_threads(),
                                  .meet = meet,
                                  .now = omp_get_wtime,
                                  .share = share,
                                  .gather = gather,
                                  .shares_memory = true};

        status = worker_serve(&worker, &team);
    }
    return status;
}
