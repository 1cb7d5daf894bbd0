"""Weights of the network of a board: its file, and the array that the kernel reads.

A file `GAME-SIZE.npz` has float16 arrays, named as in `Parameters`. A board without a file has no
network.
"""

import math
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Final, Self

import numpy as np
import numpy.typing as npt

from sparring.kernel import network
from sparring.kernel.layout import NetworkSums, NetworkWeights

Reals = npt.NDArray[np.float32]
FOLDER: Final = Path(__file__).parent
# Tuned in matches; see `kernel.network_search`.
EXPLORATION: Final = 1.0
UNVISITED_LOSS: Final = 0.15


@dataclass(frozen=True, slots=True)
class Parameters:
    """Weights and biases of the layers of a network, as float32 arrays.

    A weight is in the row of the neuron or input that it comes from, and in the column of the
    neuron or output that it leads to. `inputs` has CODES rows for each cell, then MAX_COUNT rows
    for each count. `moves` has a column for each cell and one for the pass, `value` one column.
    """

    inputs: Reals
    first_bias: Reals
    second: Reals
    second_bias: Reals
    moves: Reals
    moves_bias: Reals
    value: Reals
    value_bias: Reals

    @property
    def cells(self) -> int:
        """Number of cells of the board."""
        return len(self.moves_bias) - 1

    @classmethod
    def random(cls, cells: int, widths: tuple[int, int], seed: int) -> Self:
        """Return random weights for a board of `cells` cells.

        :param widths: the numbers of neurons in the hidden layers.
        """
        rng = np.random.default_rng(seed)
        inputs = cells * network.CODES + network.COUNTS * network.MAX_COUNT
        return cls(
            _draw(rng, inputs, widths[0], cells),
            np.zeros(widths[0], np.float32),
            _draw(rng, *widths, widths[0]),
            np.zeros(widths[1], np.float32),
            _draw(rng, widths[1], cells + 1, 10 * widths[1]),
            np.zeros(cells + 1, np.float32),
            _draw(rng, widths[1], 1, 10 * widths[1]),
            np.zeros(1, np.float32),
        )

    def write(self, file: Path) -> None:
        """Write the weights to a file as float16, atomically."""
        part = file.with_suffix(".part")
        with part.open("wb") as stream:
            halves = {
                each.name: getattr(self, each.name).astype(np.float16) for each in fields(self)
            }
            np.savez(stream, **halves)
        part.replace(file)


def _draw(rng: np.random.Generator, rows: int, columns: int, sources: int) -> Reals:
    drawn = rng.standard_normal((rows, columns), np.float32)
    return drawn * np.float32(math.sqrt(2 / sources))


def read_parameters(file: Path) -> Parameters:
    """Read the weights that `Parameters.write` has written.

    :raises OSError: the file cannot be read.
    """
    with np.load(file, allow_pickle=False) as arrays:
        return Parameters(*(arrays[each.name].astype(np.float32) for each in fields(Parameters)))


def has_network(game: str, size: int) -> bool:
    """Return whether the package has the file of weights for a board."""
    return _network_file(game, size).is_file()


@cache
def learned_network(game: str, size: int) -> NetworkWeights | None:
    """Return the network of a board for the kernel; None if the package has none for it."""
    file = _network_file(game, size)
    return kernel_network(read_parameters(file)) if file.is_file() else None


def _network_file(game: str, size: int) -> Path:
    return FOLDER / f"{game}-{size}.npz"


def kernel_network(
    parameters: Parameters,
    exploration: float = EXPLORATION,
    unvisited_loss: float = UNVISITED_LOSS,
) -> NetworkWeights:
    """Return the array that the kernel reads; `kernel.network` describes its rows.

    :param exploration: the weight of the moves' priors in the search.
    :param unvisited_loss: how much worse than its node a move without visits counts, 0 to 1.
    """
    first, second = parameters.second.shape
    columns = max(first, second, parameters.cells + 2)
    rows = np.zeros((first + second + len(parameters.inputs) + 5, columns), np.float32)
    rows[0, :5] = parameters.cells, first, second, exploration, unvisited_loss
    outputs_bias = np.concatenate((parameters.moves_bias, parameters.value_bias))
    blocks = (
        parameters.inputs,
        parameters.first_bias[None],
        parameters.second_bias[None],
        parameters.second,
        outputs_bias[None],
        parameters.moves,
        parameters.value.T,
    )
    at = network.FIRST_ROW
    for block in blocks:
        rows[at : at + len(block), : block.shape[1]] = block
        at += len(block)
    return rows


def make_sums(weights: NetworkWeights) -> NetworkSums:
    """Return an array for the values of a network's neurons, float32 [SUM_ROWS, columns]."""
    return np.zeros((network.SUM_ROWS, weights.shape[1]), np.float32)
