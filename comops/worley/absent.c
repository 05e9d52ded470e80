/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/worley/exchange.h"

ABSENT(EXCHANGE_PATH, WORLEY_FAMILY,
       "pingpong broadcast reduce gather scatter distant shift naive_broadcast tree_broadcast "
       "alltoall alltoall_unrotated get put put_acknowledged remote_read bandwidth bidirectional "
       "allgather "
       "allreduce reduce_scatter barrier",
       "Worley's protocols are ways to exchange messages, of which his eight patterns are made");
