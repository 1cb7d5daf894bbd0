"""Fitting of a network to samples, with numpy: Adam on random batches in random symmetries.

The same samples and seed give the same weights, also after an interruption: every step draws its
batch from its own number, and the state is stored at intervals.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from sparring.kernel.network import CODES, COUNTS, MAX_COUNT
from sparring.networks.weights import Parameters
from sparring.training.samples import FULL_SHARE, Bytes, Samples

Reals = npt.NDArray[np.float32]
Symmetries = tuple[tuple[int, ...], ...]

BATCH: Final = 1024
RATE, LAST_RATE = 2e-3, 5e-5  # learning rates, from the first to the last step
MEAN_DECAY, SQUARE_DECAY, EPSILON = 0.9, 0.995, 1e-7
VALUE_WEIGHT: Final = 1.5  # of the value's loss against that of the moves
STORED_STEPS: Final = 500  # steps from one stored state to the next
MEASURED: Final = 20_000  # most samples that measure a loss


@dataclass(frozen=True, slots=True)
class Losses:
    """Mean losses on held-out samples, in nats: cross entropy of moves and of the game's result."""

    moves: float
    result: float


def expand_inputs(inputs: Bytes) -> Reals:
    """Return the inputs of the first layer, a number 0 or 1 for each row of its weights."""
    cells = inputs.shape[1] - COUNTS
    codes = inputs[:, :cells, None] == np.arange(1, CODES + 1, dtype=np.uint8)
    counts = inputs[:, cells:, None] == np.arange(1, MAX_COUNT + 1, dtype=np.uint8)
    size = len(inputs)
    return np.concatenate(
        (codes.reshape(size, -1), counts.reshape(size, -1)), axis=1, dtype=np.float32
    )


def turn_samples(inputs: Bytes, moves: Bytes, image: tuple[int, ...]) -> tuple[Bytes, Bytes]:
    """Return inputs and moves as they are after a symmetry of the board, such as a rotation.

    :param image: the cell to which the symmetry moves each cell.
    """
    cells = np.array(image)
    turned_inputs, turned_moves = inputs.copy(), moves.copy()
    turned_inputs[:, cells] = inputs[:, : len(cells)]
    turned_moves[:, cells] = moves[:, : len(cells)]
    return turned_inputs, turned_moves


@dataclass(frozen=True, slots=True)
class Forward:
    """Values of a network's neurons, with a row for each sample of a batch.

    `shares` are the predicted probabilities of the searched moves, and `chances` the predicted
    chances that the side to move wins, both 0 to 1.
    """

    inputs: Reals
    first: Reals
    second: Reals
    shares: Reals
    chances: Reals


def run_network(net: Parameters, inputs: Reals, searched: npt.NDArray[np.bool_]) -> Forward:
    """Return the values of all neurons of a network for a batch of samples.

    :param searched: the moves that were searched, by sample and move; the others get share 0.
    """
    first = np.maximum(inputs @ net.inputs + net.first_bias, 0)
    second = np.maximum(first @ net.second + net.second_bias, 0)
    logits = np.where(searched, second @ net.moves + net.moves_bias, np.float32(-1e9))
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    odds = (second @ net.value + net.value_bias)[:, 0]
    return Forward(inputs, first, second, shares, 1 / (1 + np.exp(-odds)))


def gradient(net: Parameters, batch: Forward, targets: Reals, values: Reals) -> Parameters:
    """Return the gradient of a batch's mean loss; the loss of values counts VALUE_WEIGHT times.

    :param targets: the shares of visits that the network should predict, by sample and move.
    :param values: the winning chances that the network should predict, 0 to 1.
    """
    moves = (batch.shares - targets) / np.float32(len(values))
    value = ((batch.chances - values) * np.float32(VALUE_WEIGHT / len(values)))[:, None]
    none = np.float32(0)
    second = np.where(batch.second > 0, moves @ net.moves.T + value @ net.value.T, none)
    first = np.where(batch.first > 0, second @ net.second.T, none)
    return Parameters(
        batch.inputs.T @ first,
        first.sum(axis=0),
        batch.first.T @ second,
        second.sum(axis=0),
        batch.second.T @ moves,
        moves.sum(axis=0),
        batch.second.T @ value,
        value.sum(axis=0),
    )


def target_shares(moves: Bytes) -> Reals:
    """Convert the bytes of `Samples.moves` to shares of visits, 0 to 1, by sample and move."""
    shares = np.maximum(moves.astype(np.float32) - 1, 0) / np.float32(FULL_SHARE)
    result: Reals = shares / shares.sum(axis=1, keepdims=True)
    return result


def measure_losses(net: Parameters, samples: Samples) -> Losses:
    """Return the losses on held-out samples; only positions that occurred in the games count."""
    chosen = np.flatnonzero(~np.isnan(samples.results))[:MEASURED]
    moves, results = samples.moves[chosen], samples.results[chosen]
    found = run_network(net, expand_inputs(samples.inputs[chosen]), moves > 0)
    chances = np.clip(found.chances, 1e-4, 1 - 1e-4)
    return Losses(
        float(-(target_shares(moves) * np.log(found.shares + 1e-9)).sum(axis=1).mean()),
        float(-(results * np.log(chances) + (1 - results) * np.log(1 - chances)).mean()),
    )


class Fitting:
    """Fitting in progress: weights, running means and the number of steps done."""

    def __init__(self, net: Parameters, steps: int, seed: int) -> None:
        """Prepare a number of steps, which change the weights of `net` in place."""
        self.net, self.steps, self.seed, self.done = net, steps, seed, 0
        self.mean = [np.zeros_like(each) for each in arrays_of(net)]
        self.square = [np.zeros_like(each) for each in arrays_of(net)]

    def step(self, samples: Samples, symmetries: Symmetries) -> None:
        """Change the weights by one step of Adam on a random batch in a random symmetry."""
        rng = np.random.default_rng((self.seed, self.done))
        chosen = rng.integers(len(samples), size=BATCH)
        image = symmetries[int(rng.integers(len(symmetries)))]
        inputs, moves = turn_samples(samples.inputs[chosen], samples.moves[chosen], image)
        batch = run_network(self.net, expand_inputs(inputs), moves > 0)
        self._descend(gradient(self.net, batch, target_shares(moves), samples.values[chosen]))

    def _descend(self, slope: Parameters) -> None:
        self.done += 1
        rate = LAST_RATE + (RATE - LAST_RATE) * (1 - self.done / self.steps)
        first, second = 1 - MEAN_DECAY**self.done, 1 - SQUARE_DECAY**self.done
        for i, weights in enumerate(arrays_of(self.net)):
            slopes, mean, square = arrays_of(slope)[i], self.mean[i], self.square[i]
            mean += np.float32(1 - MEAN_DECAY) * (slopes - mean)
            square += np.float32(1 - SQUARE_DECAY) * (slopes * slopes - square)
            size = np.sqrt(square / np.float32(second)) + np.float32(EPSILON)
            weights[:] -= np.float32(rate / first) * mean / size

    def store(self, file: Path) -> None:
        """Write the state of the fitting to a file, atomically."""
        part = file.with_suffix(".writing")
        with part.open("wb") as stream:
            np.savez(stream, *arrays_of(self.net), *self.mean, *self.square, done=self.done)
        part.replace(file)

    def restore(self, file: Path) -> None:
        """Restore the state of the fitting that `store` has written to a file."""
        with np.load(file, allow_pickle=False) as stored:
            states = (*arrays_of(self.net), *self.mean, *self.square)
            for i, each in enumerate(states):
                each[:] = stored[f"arr_{i}"]
            self.done = int(stored["done"])


def arrays_of(net: Parameters) -> list[Reals]:
    """Return the arrays of a network in the order of its fields, not copied."""
    return [getattr(net, each.name) for each in fields(net)]


def fit(
    fitting: Fitting,
    samples: Samples,
    symmetries: Symmetries,
    file: Path,
    report: Callable[[int], None],
) -> Parameters:
    """Run the remaining steps of a fitting and return the weights.

    The state is stored in `file` at intervals; if the file exists, the fitting continues from it.

    :param report: called at intervals with the number of steps done.
    """
    if file.is_file():
        fitting.restore(file)
    while fitting.done < fitting.steps:
        fitting.step(samples, symmetries)
        if fitting.done % STORED_STEPS == 0:
            fitting.store(file)
            report(fitting.done)
    return fitting.net
