"""Jobs of one process among several: the others do nothing."""

from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from bot.jobs import maintenance, reviews
from bot.jobs.practice import PracticePlayer


@dataclass
class Deleted:
    """Result of a clean-up."""

    rows: int = 0


class Context:
    """Context in which jobs find nothing to do; `asked` counts how often they look."""

    def __init__(self, *, leads):
        self.asked = 0
        self.leads = leads
        self.can_review_any = True
        self.outbox_filled = self.metrics = None
        self.peers = SimpleNamespace(is_leader=self._is_leader)
        self.backups = SimpleNamespace(folder=None, kept=1)
        self.services = SimpleNamespace(
            practice=SimpleNamespace(find_waiting=self._find(([], []))),
            reviews=SimpleNamespace(claim_next=self._find(None)),
            maintenance=SimpleNamespace(
                clean_up=self._find(Deleted()), back_up_if_due=self._find(None)
            ),
        )

    async def _is_leader(self):
        return self.leads

    def _find(self, found):
        async def find(*_):
            self.asked += 1
            return found

        return find


JOBS = {
    "practice": lambda context: PracticePlayer(context, None).once(),
    "reviews": reviews.once,
    "maintenance": maintenance.once,
}


@pytest.mark.parametrize("job", JOBS)
@pytest.mark.parametrize("leads", [False, True])
async def test_only_the_leading_process_has_the_job(job, leads):
    context = Context(leads=leads)
    await JOBS[job](context)
    assert bool(context.asked) is leads
