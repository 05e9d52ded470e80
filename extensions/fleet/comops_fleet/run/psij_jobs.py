# SPDX-License-Identifier: BSD-3-Clause
"""PBS and LSF by PSI/J (psij-python), where that is installed.

PSI/J has no word for a certain node, so each scheduler's own is given, and the job itself looks
where it is (sweep.py). It cannot ask for the state of nodes either.
"""

from collections.abc import Mapping
from datetime import timedelta

import psij

from comops_fleet.run.engine import JobEngine, JobRefused, JobSeen, Phase
from comops_fleet.run.plan import Folder

# Options that put a job on a node.
PINS = {"pbs": ("pbs.l", "select=1:host={}"), "lsf": ("lsf.m", "{}")}
LIMIT = timedelta(hours=1)  # PSI/J requires one; longer campaigns are resumed by the next run


class PsijJobs(JobEngine):
    """`executor` is PSI/J's name of the scheduler."""

    def __init__(self, folder: Folder, executor: str) -> None:
        self._folder, self._name = folder, executor
        self._executor = psij.JobExecutor.get_instance(executor)
        self._jobs: dict[str, psij.Job] = {}

    def submit(self, node: str) -> str:
        pin, text = PINS.get(self._name, ("", ""))
        job = psij.Job(psij.JobSpec(
            executable="/bin/sh", arguments=[str(self._folder.script), node, "here"],
            directory=self._folder.path,
            resources=psij.ResourceSpecV1(node_count=1, exclusive_node_use=True),
            attributes=psij.JobAttributes(
                duration=LIMIT, custom_attributes={pin: text.format(node)} if pin else None),
            launcher="single"))
        try:
            self._executor.submit(job)
        except (psij.SubmitException, psij.InvalidJobException) as error:
            raise JobRefused(" ".join(str(error).split())) from None
        self._jobs[job.id] = job
        return job.id

    def look(self, jobs: Mapping[str, str]) -> dict[str, JobSeen]:
        return {node: self._seen(self._jobs[job].status) for node, job in jobs.items()}

    def _seen(self, status: psij.JobStatus) -> JobSeen:
        if status.final:
            cancelled = status.state == psij.JobState.CANCELED
            return JobSeen(Phase.ENDED, "its job was cancelled" if cancelled else "")
        running = status.state == psij.JobState.ACTIVE
        return JobSeen(Phase.RUNNING if running else Phase.WAITING)

    def cancel(self, node: str, job: str) -> None:
        self._jobs[job].cancel()

    def close(self) -> None:
        for job in self._jobs.values():
            if not job.status.final:
                job.cancel()
