/* SPDX-License-Identifier: BSD-3-Clause */
#include "shm_threads/openmp_library.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <omp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

const char *openmp_library(void)
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
