"""All code that numba compiles: rules of the four games, playouts, tree search and proof search."""
