/* SPDX-License-Identifier: BSD-3-Clause */
/* To be preloaded: as if OpenMP were LLVM's, though the loaded libgomp does the work. */
#include <dlfcn.h>
#include <omp.h>

void __kmpc_fork_call(void);
void GOMP_parallel(void (*body)(void *), void *data, unsigned threads, unsigned flags);

void __kmpc_fork_call(void)
{
}

void GOMP_parallel(void (*body)(void *), void *data, unsigned threads, unsigned flags)
{
    void (*const real)(void (*)(void *), void *, unsigned, unsigned) =
        (void (*)(void (*)(void *), void *, unsigned, unsigned))dlsym(RTLD_NEXT, __func__);

    real(body, data, threads, flags);
}

int omp_get_num_threads(void)
{
    int (*const real)(void) = (int (*)(void))dlsym(RTLD_NEXT, __func__);

    return real();
}
