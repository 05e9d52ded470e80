# SPDX-License-Identifier: BSD-3-Clause
"""Luo's claims on his simulated machines, as a table in Markdown: simulated_claims.py FILE.

    comops simulate --platform power-challenge,alphaserver-8400,spp1600 --ranks 2,4,6,8 \\
        --sizes 8,16,32,64,80,800,8000,80000,800000 --consume no \\
        --protocols barrier,lock,direct,library,sendrecv,cma -o luo.jsonl
    python extensions/simulate/benchmarks/simulated_claims.py luo.jsonl
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "benchmarks"))

from tables import head, row  # noqa: E402

from comops.reports.page.report import report_of  # noqa: E402
from comops.results.read import campaign_read  # noqa: E402
from comops_papers.items.claim_verdicts import verdicts_of  # noqa: E402


def main() -> None:
    report = report_of([campaign_read(Path(sys.argv[1]))])
    verdicts = verdicts_of(report.campaigns, report.labels, report.operations)
    print(head("claim", "he says", "on", "simulated", ""))
    for _, entries in verdicts.papers:
        for entry in entries:
            for answer in entry.answers:
                if answer.machine:
                    finding = answer.finding
                    words = (finding.words or finding.reason).replace("\N{NO-BREAK SPACE}", " ")
                    print(row(entry.claim.number, entry.claim.said, answer.machine, words,
                              finding.verdict))


main()
