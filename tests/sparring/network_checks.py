"""The network of the kernel, the search that it leads, and its training.

`test_network` runs these in a process of their own: pytest would import this file in all others,
and the first call into the kernel would compile the network's functions, too.
"""

import random
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from rules.colour import Colour
from rules.moves import parse_move
from rules.position import Phase
from rules.registry import find_game
from rules.setup import setup
from rules.topology import bits
from sparring.conversion import load_position, to_kernel_move
from sparring.endgame_solver import count_empty_cells, solve_endgame
from sparring.kernel import entry_points, network, network_entry_points
from sparring.kernel.layout import (
    CELL_INDEX,
    HEADER,
    MOVE_LIST,
    NODES_USED,
    PASS,
    SCRATCH,
    TO_MOVE,
    WINNER,
)
from sparring.kernel.network import OUTPUT
from sparring.kernel.network_search import EDGE_PRIOR, UNIT
from sparring.kernel.search_tree import EDGE_FIELDS, EDGE_VISITS, EDGE_WINNER
from sparring.network_search import NetworkSearch, rated_by
from sparring.networks.weights import (
    Parameters,
    kernel_network,
    make_sums,
    read_parameters,
)
from sparring.rated_tree import RatedTree, best_edge
from sparring.search import SearchPlayer
from sparring.training import command, fit
from sparring.training.fit import expand_inputs, run_network
from sparring.training.samples import Recorder, Samples, read_inputs
from sparring.training.self_play import Searcher, play_match_game
from sparring.tuning.matches import random_opening
from tests.sparring.test_levels import FORCED

LIFELINE = find_game("lifeline")
FORCED_MOVES = {name: each for name, each in FORCED.items() if name.startswith("lifeline")}


def random_network(position, seed=1, widths=(64, 32)):
    return Parameters.random(len(position.topology), widths, seed)


@pytest.mark.parametrize(("size", "komi"), [(3, 0), (4, 2), (5, 0)])
def test_the_kernel_rates_positions_as_numpy_does_with_sums_from_the_root(size, komi):
    rng, rated, captures = random.Random(size), 0, 0
    position = random_opening(LIFELINE, size, rng, komi)
    parameters = random_network(position)
    weights = kernel_network(parameters)
    sums = make_sums(weights)
    for _ in range(4):
        state = load_position(random_opening(LIFELINE, size, rng, komi))
        network_entry_points.sum_root(state, weights, sums)
        while not state[HEADER, WINNER] and (count := entry_points.list_moves(state)):
            moves = state[MOVE_LIST, :count].copy()
            cells = state[CELL_INDEX, moves]
            searched = np.isin(np.arange(state[CELL_INDEX, PASS] + 1), cells)[None]
            wanted = run_network(parameters, expand_inputs(read_inputs(state)[None]), searched)
            network_entry_points.run_hidden_layers(state, weights, sums)
            chance = network_entry_points.read_value(weights, sums)
            network_entry_points.rate_moves(state, weights, sums, count)
            assert chance == pytest.approx(wanted.chances[0], abs=1e-5)
            assert sums[OUTPUT, :count] == pytest.approx(wanted.shares[0, cells], abs=1e-5)
            captures += entry_points.make_move(state, rng.choice(moves.tolist())) > 0
            rated += 1
    assert rated > 30
    assert captures > 2


def wanted_inputs(position):
    """Return the inputs of a position by the rules."""
    own, enemy = position.to_move, position.to_move.other
    inputs = np.zeros(len(position.topology) + network.COUNTS, np.uint8)
    for colour, stone, region in ((own, 1, 3), (enemy, 2, 4)):
        inputs[list(bits(position.stones[colour]))] = stone
        for cells, border in position.board.regions:
            if border & position.stones[colour] and not border & position.stones[colour.other]:
                inputs[list(bits(cells))] = region
    komi = [position.komi if colour is Colour.WHITE else 0 for colour in (own, enemy)]
    groups = [len(position.board.groups[colour]) for colour in (own, enemy)]
    inputs[len(position.topology) :] = np.minimum([*komi, *groups], network.MAX_COUNT)
    return inputs


def test_the_inputs_are_stones_regions_komi_and_groups_as_the_mover_sees_them():
    rng, compared = random.Random(4), 0
    for komi in (0, 3, 9):
        position = random_opening(LIFELINE, 5, rng, komi)
        while position.outcome() is None:
            assert (read_inputs(load_position(position)) == wanted_inputs(position)).all()
            position = position.play(rng.choice(list(position.legal_moves())))
            compared += 1
    assert compared > 100


@pytest.mark.parametrize("name", FORCED_MOVES)
def test_a_search_prefers_a_proved_win_to_what_the_network_says(name):
    key, size, black, white, to_move, fields, answer = FORCED_MOVES[name]
    position = setup(
        key, {"size": size}, black=black.split(), white=white.split(), to_move=to_move, **fields
    )
    weights = kernel_network(random_network(position))
    result = SearchPlayer(0, start_rated=rated_by(weights, 20_000)).search(position, seed=1)
    assert result.move == parse_move(answer, position.topology)
    assert result.proved
    assert result.winner is position.to_move


def lost_positions():
    """Yield positions that the side to move has lost, and in which the search prunes moves."""
    for seed in range(200):
        rng = random.Random(seed)
        position = random_opening(LIFELINE, 3, rng)
        while position.outcome() is None:
            if count_empty_cells(position) <= 9:
                pruned = count_root_moves(position) < len(list(position.legal_moves()))
                if pruned and solve_endgame(position, 99_999).winner is position.to_move.other:
                    yield position
                    break
            position = position.play(rng.choice(list(position.legal_moves())))


def count_root_moves(position):
    search = NetworkSearch(position, kernel_network(random_network(position)), 1, 1)
    return len(search.root_edges())


def test_a_lost_position_is_lost_only_when_the_pruned_moves_lose_too():
    for position in islice(lost_positions(), 3):
        search = NetworkSearch(position, kernel_network(random_network(position)), 1, 300_000)
        while not search.is_finished:
            search.run(5_000)
        result = search.result()
        assert result.proved
        assert result.winner is position.to_move.other
        assert len(result.candidates) == len(list(position.legal_moves()))


def test_a_search_needs_a_position_in_play():
    position = LIFELINE.start(LIFELINE.ruleset({"size": 3}))
    weights = kernel_network(random_network(position))
    with pytest.raises(ValueError, match="game proper"):
        NetworkSearch(position, weights, 1, 10)
    over = random_opening(LIFELINE, 3, random.Random(1))
    while over.outcome() is None:
        begun, over = over, over.play(next(iter(over.legal_moves())))
    with pytest.raises(ValueError, match="game proper"):
        NetworkSearch(over, weights, 1, 10)
    shares = [each.share for each in NetworkSearch(begun, weights, 1, 10).result().candidates]
    assert set(shares) == {0.0}, "no move has a visit"
    assert position.phase is Phase.SETUP
    player = SearchPlayer(20, start_rated=rated_by(weights, 20))
    assert player.move(position, 1) in set(position.legal_moves())


def test_equal_seeds_give_equal_searches_and_others_vary():
    position = random_opening(LIFELINE, 5, random.Random(1))
    weights = kernel_network(random_network(position))
    player = SearchPlayer(0, start_rated=rated_by(weights, 300))
    assert player.move(position, 1) == player.move(position, 1)
    results = []
    for seed, parts in ((1, 1), (1, 3), (2, 1)):
        search = NetworkSearch(position, weights, seed, 300)
        for _ in range(parts):
            search.run(300 // parts)
        results.append(search.result())
    assert results[0] == results[1]
    assert results[0].candidates != results[2].candidates
    assert sum(each.visits for each in results[0].candidates) == 300


def test_every_leaf_of_a_search_in_the_opening_gets_a_node():
    position = random_opening(LIFELINE, 5, random.Random(1))
    search = NetworkSearch(position, kernel_network(random_network(position)), 1, 400)
    search.run(400)
    assert search.tree.state[SCRATCH, NODES_USED] == 401


def test_a_full_tree_still_rates_positions():
    position = random_opening(LIFELINE, 4, random.Random(1))
    weights = kernel_network(random_network(position))
    search = NetworkSearch(position, weights, 1, 100)
    search.tree.edges = search.tree.edges[:500].copy()
    search.run(100)
    assert search.tree.state[SCRATCH, NODES_USED] < 50
    assert search.playouts == 100
    assert search.result().move in set(position.legal_moves())


def test_weights_come_back_from_their_file(tmp_path):
    parameters = Parameters.random(19, (32, 16), 3)
    file = tmp_path / "board.npz"
    parameters.write(file)
    read = read_parameters(file)
    for one, other in zip(fit.arrays_of(parameters), fit.arrays_of(read), strict=True):
        assert one == pytest.approx(other, abs=2e-3)
    assert (kernel_network(read) != 0).any()
    head = [kernel_network(read, *settings)[0, :5].tolist() for settings in ((), (1.5, 0.25))]
    assert np.array(head) == pytest.approx(
        np.array([[19, 32, 16, 1.0, 0.15], [19, 32, 16, 1.5, 0.25]])
    )


PLAN = command.Plan("lifeline", 3, 7, 6, 10, 10, 40, (32, 16), 2)


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch):
    monkeypatch.setattr(command, "GAMES_A_PART", 3)
    monkeypatch.setattr(fit, "BATCH", 128)
    monkeypatch.setattr(fit, "STORED_STEPS", 20)
    monkeypatch.setattr(command, "REPORT_SECONDS", 0.0)


def train(folder, workers=1, rounds=2):
    command.Training(PLAN, folder, workers).train(rounds)
    return (folder / "lifeline-3.npz").read_bytes(), (folder / "lifeline-3.txt").read_text()


class Killed(BaseException):
    """Stands for the end of the process."""


def test_training_continues_after_a_kill_with_the_same_weights(tmp_path, monkeypatch, capsys):
    wanted, record = train(tmp_path / "one")
    step = fit.Fitting.step

    def killed(fitting, *arguments):
        if fitting.done == 33:
            raise Killed
        step(fitting, *arguments)

    monkeypatch.setattr(fit.Fitting, "step", killed)
    with pytest.raises(Killed):
        train(tmp_path / "other", rounds=1)
    monkeypatch.setattr(fit.Fitting, "step", step)
    (tmp_path / "other" / "round-01" / "games-00001.npz").unlink()
    assert train(tmp_path / "other") == (wanted, record)
    assert "round 2 games 6 positions" in record
    assert " round-1 " in record
    assert "s left" in capsys.readouterr().out
    with pytest.raises(ValueError, match="another training"):
        command.Training(replace(PLAN, seed=8), tmp_path / "one", 1)


def test_workers_play_the_same_games(tmp_path):
    for name, workers in (("one", 1), ("two", 2)):
        training = command.Training(PLAN, tmp_path / name, workers)
        (tmp_path / name / "round-01").mkdir()
        training.play(1)
    one, two = (sorted((tmp_path / name / "round-01").iterdir()) for name in ("one", "two"))
    assert [file.name for file in one] == [file.name for file in two]
    assert [file.read_bytes() for file in one] == [file.read_bytes() for file in two]


def test_fitting_reduces_both_losses(tmp_path):
    training = command.Training(replace(PLAN, games=30), tmp_path, 1)
    (tmp_path / "round-01").mkdir()
    training.play(1)
    samples = Samples.joined(map(Samples.read, sorted((tmp_path / "round-01").iterdir())))
    net = Parameters.random(19, (32, 16), 1)
    before = fit.measure_losses(net, samples)
    fitting = fit.Fitting(net, 200, 1)
    board = LIFELINE.topology(LIFELINE.ruleset({"size": 3}))
    fit.fit(fitting, samples, command.symmetries(board), tmp_path / "state.npz", lambda _: None)
    after = fit.measure_losses(net, samples)
    assert after.moves < before.moves - 0.1
    assert after.result < before.result - 0.05


def test_values_mix_the_search_and_the_result_and_proofs_are_exact(tmp_path):
    training = command.Training(PLAN, tmp_path, 1)
    (tmp_path / "round-01").mkdir()
    training.play(1)
    samples = Samples.read(tmp_path / "round-01" / "games-00000.npz")
    played = ~np.isnan(samples.results)
    assert set(np.unique(samples.results[played])) <= {0.0, 0.5, 1.0}
    assert set(samples.values[played & (samples.results == 1)].tolist()) & {1.0}
    assert (samples.values[played & (samples.results == 1)] >= 0.5).all()
    assert (samples.values[played & (samples.results == 0)] <= 0.5).all()


def test_a_proved_value_stays_and_another_moves_half_way_to_the_result():
    recorder = Recorder(values=[1.0, 0.6, 0.6], exact=[True, False, False], movers=[1, 1, 0])
    recorder.end_game(winner=2)
    assert recorder.values == pytest.approx([1.0, 0.3, 0.6])
    assert recorder.results == pytest.approx([0, 0, np.nan], nan_ok=True)


def test_a_position_that_a_search_proves_has_an_exact_value():
    key, size, black, white, to_move, fields, _ = FORCED_MOVES["lifeline, an endgame"]
    position = setup(
        key, {"size": size}, black=black.split(), white=white.split(), to_move=to_move, **fields
    )
    searcher = Searcher(RatedTree(kernel_network(random_network(position)), 5_000), 5_000)
    recorder = Recorder()
    assert searcher.search(load_position(position)) == position.to_move + 1
    recorder.add_tree(searcher.tree)
    assert (recorder.values[0], recorder.exact[0]) == (1.0, True)
    assert recorder.movers[0] == position.to_move + 1


def test_parts_of_a_round_have_different_games(tmp_path):
    training = command.Training(PLAN, tmp_path, 1)
    (tmp_path / "round-01").mkdir()
    training.play(1)
    one, two = map(Samples.read, sorted((tmp_path / "round-01").iterdir()))
    assert not np.array_equal(one.inputs[0], two.inputs[0])


def test_the_moves_of_the_root_are_sorted_by_their_priors_with_noise():
    position = random_opening(LIFELINE, 4, random.Random(3))
    search = NetworkSearch(position, kernel_network(random_network(position)), 1, 10)
    noise = np.random.default_rng(1).random(len(search.root_edges()))
    noise /= noise.sum()
    mixed = 0.75 * search.root_edges()[:, EDGE_PRIOR] + 0.25 * UNIT * noise
    search.tree.mix_priors(noise, 0.25)
    priors = search.root_edges()[:, EDGE_PRIOR]
    assert priors == pytest.approx(np.sort(mixed)[::-1], abs=1)
    assert priors.sum() == pytest.approx(UNIT, rel=1e-3)


def test_a_proved_win_is_played_and_a_proved_loss_is_not():
    edges = np.zeros((3, EDGE_FIELDS), np.int32)
    edges[:, EDGE_VISITS], edges[:, EDGE_WINNER] = (50, 9, 1), (2, 0, 0)
    assert best_edge(edges, us=1)[EDGE_VISITS] == 9
    edges[2, EDGE_WINNER] = 1
    assert best_edge(edges, us=1)[EDGE_VISITS] == 1


def test_the_points_of_a_match_are_those_of_the_first_player():
    position = random_opening(LIFELINE, 4, random.Random(3))
    weights = kernel_network(random_network(position))
    strong, weak = (Searcher(RatedTree(weights, leaves), leaves) for leaves in (400, 1))
    points = [play_match_game(LIFELINE, 4, (strong, weak), number, "1") for number in range(8)]
    assert sum(points) > 5


def test_turned_samples_keep_moves_on_their_cells():
    position = random_opening(LIFELINE, 3, random.Random(2))
    state = load_position(position)
    inputs = read_inputs(state)[None]
    moves = (inputs[:, : len(position.topology) + 1] == 0).astype(np.uint8)
    for image in command.symmetries(position.topology):
        turned, turned_moves = fit.turn_samples(inputs, moves, image)
        assert (turned[0, list(image)] == inputs[0, : len(image)]).all()
        assert (turned_moves[0, list(image)] == moves[0, : len(image)]).all()
        assert (turned[0, len(image) :] == inputs[0, len(image) :]).all()
    assert state[HEADER, TO_MOVE] == position.to_move + 1
    assert to_kernel_move(position, next(iter(position.legal_moves()))) > 0
