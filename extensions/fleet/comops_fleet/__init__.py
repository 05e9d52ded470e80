# SPDX-License-Identifier: BSD-3-Clause
"""Many nodes: one campaign on each, which of them is odd, and what changed when."""

from comops.extension import Command, Extension

EXTENSION = Extension(
    commands={
        "fleet": Command("measure every node of a cluster, and find those that differ", commands={
            "run": Command("measure every node that is not measured yet",
                           "comops_fleet.run.command:run"),
            "status": Command("show which nodes are measured, and why others are not",
                              "comops_fleet.run.command:status"),
            "check": Command("report which nodes are odd, and why",
                             "comops_fleet.check.command:check"),
            "report": Command("draw a sweep as one HTML page",
                              "comops_fleet.check.command:report"),
        }),
        "history": Command("store the sweeps of a fleet, and report what changed", commands={
            "add": Command("add sweeps and results files to a store",
                           "comops_fleet.history.command:add"),
            "check": Command("show what changed, when and on which nodes",
                             "comops_fleet.history.command:check"),
            "report": Command("draw alerts and timelines as a page",
                              "comops_fleet.history.command:report"),
            "ack": Command("silence an alert until its nodes change again",
                           "comops_fleet.history.command:ack"),
            "compact": Command("merge each month's sweeps into one file",
                               "comops_fleet.history.command:compact"),
            "sql": Command("query the store in SQL", "comops_fleet.history.command:sql"),
        }),
    },
    schemas="comops_fleet.schemas:schemas")
