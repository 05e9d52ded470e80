/* SPDX-License-Identifier: BSD-3-Clause */
/* The commands of comops. argv[0] is "comops COMMAND"; each returns the exit status. */
#pragma once

int command_run(int argc, char **argv);
int command_list(int argc, char **argv);
int command_show(int argc, char **argv);
int command_machine(int argc, char **argv);
int command_pstswm(int argc, char **argv);
