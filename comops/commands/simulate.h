/* SPDX-License-Identifier: BSD-3-Clause */
/* `comops simulate`: hands over to simulate/__main__.py, telling it which program this is. */
#ifndef COMOPS_SIMULATE_H
#define COMOPS_SIMULATE_H

/* Returns an exit status only if that cannot be started. */
int command_simulate(int argc, char **argv);

#endif
