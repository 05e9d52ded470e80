# SPDX-License-Identifier: BSD-3-Clause
"""Tables, figures and claims of five papers, measured here beside what they print."""

from comops.extension import Command, Extension, PageSection

PAGE, TAB = "comops_papers.report.sections", "History, 1995 to 2004"
EXPORT = "comops_papers.report.export"
EXTENSION = Extension(
    commands={"reproduce": Command(
        "measure the tables and figures of five papers, beside the printed values",
        "comops_papers.command:main")},
    methods="comops_papers.methods:METHODS",
    presets={"luo": {"patterns": "pingpong,broadcast,reduce,gather,scatter",
                     "paths": "threads,mpi", "protocols": "barrier,lock,sendrecv,library",
                     "sizes": "8:512K,800000", "buffers": "reuse", "consume": "no"}},
    sections=(PageSection("Tables and figures", f"{PAGE}:items", tab=TAB),
              PageSection("Published values", f"{PAGE}:published", tab=TAB),
              PageSection("Prediction", f"{PAGE}:predicted", tab=TAB)),
    exports={"json": f"{EXPORT}:items_records", "md": f"{EXPORT}:items_markdown",
             "csv": f"{EXPORT}:items_csv", "figures": "comops_papers.report.figures:paper_charts"})
