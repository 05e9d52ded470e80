# SPDX-License-Identifier: BSD-3-Clause
"""The launchers of MPI (and OpenSHMEM) and their command lines."""

# The options by which each is told not to bind its ranks, because these pin themselves, and their
# number, "%d". A launcher is recognised by a part of what its --version prints.
LAUNCHERS = {
    "HYDRA": ["-bind-to", "none", "-n", "%d"],
    "Open MPI": ["--bind-to", "none", "--oversubscribe", "-n", "%d"],
    "OpenRTE": ["--bind-to", "none", "--oversubscribe", "-n", "%d"],
    "Intel(R) MPI": ["-genv", "I_MPI_PIN", "off", "-n", "%d"],
    "": ["-n", "%d"],  # any other
}


def launcher_options(version: str) -> list[str]:
    """What the launcher is told whose --version prints this."""
    return next(words for part, words in LAUNCHERS.items() if part in version)
