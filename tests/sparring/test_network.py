"""The checks of the network: quick ones uncompiled, and in `make drill` all of them compiled."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="numba is not installed: the kernel cannot run")

CHECKS = Path(__file__).with_name("network_checks.py")
QUICK = (  # uncompiled, too
    "test_the_kernel_rates_positions_as_numpy_does_with_sums_from_the_root",
    "test_the_inputs_are_stones_regions_komi_and_groups_as_the_mover_sees_them",
    "test_a_search_prefers_a_proved_win_to_what_the_network_says",
    "test_a_search_needs_a_position_in_play",
    "test_a_full_tree_still_rates_positions",
    "test_weights_come_back_from_their_file",
    "test_a_proved_value_stays_and_another_moves_half_way_to_the_result",
    "test_the_moves_of_the_root_are_sorted_by_their_priors_with_noise",
    "test_a_proved_win_is_played_and_a_proved_loss_is_not",
    "test_turned_samples_keep_moves_on_their_cells",
)


def test_quick_checks_pass_uncompiled():
    # numba would compile the network's functions first, which takes longer
    overflows = "ignore:overflow encountered:RuntimeWarning"  # hashes depend on them
    names = [f"{CHECKS}::{name}" for name in QUICK]
    run_checks(*names, "-W", overflows, NUMBA_DISABLE_JIT="1")


@pytest.mark.drill
@pytest.mark.timeout(1800)  # the first run compiles the kernel
def test_all_checks_pass_compiled():
    run_checks(str(CHECKS), "--timeout=600")


def run_checks(*arguments, **variables):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    env = {**os.environ, **variables}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
