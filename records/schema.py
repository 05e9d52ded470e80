# SPDX-License-Identifier: BSD-3-Clause
"""Every record of a results file and every member of it, once."""

SCHEMA = "comops/1"

CELL_KEY = (
    "pattern", "path", "protocol", "placement", "memory", "pages", "skew", "ranks", "bytes",
    "buffers", "consume", "mode", "method", "series_of", "series", "op", "datatype",
)
