/* SPDX-License-Identifier: BSD-3-Clause */
/* To be preloaded: as if OpenMP were LLVM's, though the loaded libgomp does the work. */
#include <dlfcn.h>
#include <omp.h>

void __kmpc_fork_call(void);

void __kmpc_fork_call(void)
{
}

int omp_get_num_threads(void)
{
    int (*const real)(void) = (int (*)(void))dlsym(RTLD_NEXT, "omp_get_num_threads");

    return real();
}
