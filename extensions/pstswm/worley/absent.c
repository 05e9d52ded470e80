/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/pstswm/worley/algorithm.h"

ABSENT(EXCHANGE_PATH, WORLEY_FAMILY, "*",
       "Worley's protocols are ways to exchange the messages of his eight patterns");
ABSENT(EXCHANGE_PATH, "*",
       "swap swap_printed sendrecv srtrans swtrans logtrans exchsum halfsum ringsum",
       "they are made of SWAP and SENDRECV, whose protocols (x,y) have a column of their own");
