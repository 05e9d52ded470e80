/* SPDX-License-Identifier: BSD-3-Clause */
/* `comops machine`: a look at this machine or a saved one. */
#ifndef COMOPS_LOOK_H
#define COMOPS_LOOK_H

/* argv[0] is "comops machine". Returns the exit status. */
int look_machine(int argc, char **argv);

#endif
