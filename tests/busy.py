# SPDX-License-Identifier: BSD-3-Clause
"""What tests allow for other programs on this machine."""


def measured(status):
    """The exit status of `comops run`, where it is no matter that the machine was too busy for
    times that can be used: all else is tested all the same."""
    return 0 if status == 4 else status
