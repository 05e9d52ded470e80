/* SPDX-License-Identifier: BSD-3-Clause */
/* `comops machine`: a look at this machine or a saved one. */
#ifndef COMOPS_MACHINE_H
#define COMOPS_MACHINE_H

/* argv[0] is "comops machine". Returns the exit status. */
int command_machine(int argc, char **argv);

#endif
