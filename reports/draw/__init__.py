# SPDX-License-Identifier: BSD-3-Clause
"""Pictures as SVG, and charts as Vega-Lite specifications."""
