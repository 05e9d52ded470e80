/* SPDX-License-Identifier: BSD-3-Clause */
/* Files and programs installed with this one, and its parts in Python. */
#pragma once

/* Path of a program in this one's folder or, in a build tree, in `build_folder`; NULL if there is
 * none. The caller frees. */
char *installed_program(const char *name, const char *build_folder);

/* The program of that name in this one's folder, if there is one: a wheel's MPI is in the
 * environment that the wheel is installed into. `program` itself if it names a folder. The caller
 * frees. */
char *installed_launcher(const char *program);

/* Path of an installed file (share/comops/NAME, or comops/NAME from a wheel) or, in a build tree,
 * of the source file NAME; NULL if there is none. The caller frees. */
char *installed_file(const char *name);

/* Replaces this process by `python3 SCRIPT [COMMAND] ARGUMENTS`, SCRIPT as for installed_file;
 * returns only on failure, after reporting it on standard error. COMMAND may be NULL. */
void python_run(const char *script, const char *command, char *const *arguments);

/* The path, which it takes, if it can be accessed (access(2), mode); else NULL. */
char *installed_if(char *path, int mode);
