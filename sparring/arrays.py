"""The array types of the compiled modules; what their shapes are is said where they are used."""

import numpy as np
import numpy.typing as npt

Cells = npt.NDArray[np.int32]
Numbers = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
Reals = npt.NDArray[np.float32]
