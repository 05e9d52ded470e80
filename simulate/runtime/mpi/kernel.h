/* SPDX-License-Identifier: BSD-3-Clause */
#pragma once

/* Call after all buffers that are copied have been allocated. */
void kernel_open(int ranks);
