"""The array types of the compiled modules. Each carries what numba calls it; see `jit`."""

from typing import Annotated

import numpy as np
import numpy.typing as npt

Desk = Annotated[npt.NDArray[np.int32], "int32[:, ::1]"]
Numbers = Annotated[npt.NDArray[np.int64], "int64[::1]"]
Weights = Annotated[npt.NDArray[np.float32], "float32[:, ::1]"]
Words = Annotated[npt.NDArray[np.uint64], "uint64[:, ::1]"]
Word = Annotated[np.uint64, "uint64"]

Row = npt.NDArray[np.int32]
