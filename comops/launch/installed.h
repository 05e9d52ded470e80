/* SPDX-License-Identifier: BSD-3-Clause */
/* What is installed with this program: other programs, data, and parts written in Python. */
#ifndef COMOPS_INSTALLED_H
#define COMOPS_INSTALLED_H

/* The program of this name beside this one or, in a build tree, in `build_folder`. NULL if there is
 * none. The caller frees. */
char *installed_program(const char *name, const char *build_folder);

/* Path of a file installed with this program (share/comops/NAME), or in the source tree when run
 * from a build folder. NULL if there is none. The caller frees. */
char *installed_file(const char *name);

/* Replaces this process by `python3 SCRIPT [COMMAND] ARGUMENTS`, SCRIPT as for installed_file;
 * returns only if that cannot be, and has then said why. COMMAND may be NULL. */
void python_run(const char *script, const char *command, char *const *arguments);

#endif
