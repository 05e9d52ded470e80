# SPDX-License-Identifier: BSD-3-Clause
"""Other benchmarks and MPI libraries beside ours."""
