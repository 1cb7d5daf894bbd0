"""Compiled functions that Python calls. Imports numba.

Importing this module registers every compiled function with `jit`.
"""

from sparring.jit import entry_point
from sparring.kernel import (
    board,
    move_priors,
    move_pruning,
    moves,
    playouts,
    proof_search,
    safe_regions,
    search_tree,
)

place_stone = entry_point(board.place_stone)
make_move = entry_point(moves.make_move)
list_moves = entry_point(moves.list_moves)
seed_random = entry_point(playouts.seed_random)
list_codes = entry_point(move_priors.list_codes)
move_prior = entry_point(move_priors.move_prior)
play_random_games = entry_point(playouts.play_random_games)
start_tree = entry_point(search_tree.start_tree)
add_edge = entry_point(search_tree.add_edge)
run_playouts = entry_point(search_tree.run_playouts)
prove = entry_point(proof_search.prove)
find_region_owners = entry_point(move_pruning.find_region_owners)
find_holding_side = entry_point(safe_regions.find_holding_side)
count_missing_holds = entry_point(safe_regions.count_missing_holds)
