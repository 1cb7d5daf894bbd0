"""All code compiled by numba: rules of the four games, playouts, tree search, proof search."""
