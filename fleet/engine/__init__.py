# SPDX-License-Identifier: BSD-3-Clause
"""What starts a node's job: a scheduler, ssh, or this machine."""
