# SPDX-License-Identifier: BSD-3-Clause
"""A store of sweeps: Parquet files, queried with DuckDB (docs/fleet.md)."""
