"""Compiled functions of networks that Python calls. Imports numba.

Importing this module registers them with `jit`. It is separate from `entry_points`, so that a
process without a network does not wait for their compilation.
"""

from sparring.jit import entry_point
from sparring.kernel import network, network_search

list_inputs = entry_point(network.list_inputs)
sum_root = entry_point(network.sum_root)
run_hidden_layers = entry_point(network.run_hidden_layers)
read_value = entry_point(network.read_value)
rate_moves = entry_point(network.rate_moves)
start_rated_tree = entry_point(network_search.start_rated_tree)
run_evaluations = entry_point(network_search.run_evaluations)
follow_line = entry_point(network_search.follow_line)
