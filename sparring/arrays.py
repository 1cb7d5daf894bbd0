"""The array types of the compiled modules. Each carries what numba calls it; see `jit`."""

from typing import Annotated

import numpy as np
import numpy.typing as npt

Desk = Annotated[npt.NDArray[np.int32], "int32[:, ::1]"]  # see `layout`
Lab = Desk  # the way of a proof: see `children`
Nodes = Desk  # of a search tree, as its children are: see `nodes`
Kids = Desk
Numbers = Annotated[npt.NDArray[np.int64], "int64[::1]"]
Weights = Annotated[npt.NDArray[np.float32], "float32[:, ::1]"]  # see `taste`
Words = Annotated[npt.NDArray[np.uint64], "uint64[:, ::1]"]  # names of boards: see `memory`
Table = Words  # what a proof has found: see `memory`
Word = Annotated[np.uint64, "uint64"]

Row = npt.NDArray[np.int32]
