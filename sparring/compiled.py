"""What Python calls of the compiled modules, each function ready to be called. Needs numba."""

from sparring import kernel, nodes, outlast, playout, proof, stones, taste, tree, twins
from sparring.jit import entry

put = entry(stones.put)
attempt = entry(kernel.attempt)
list_moves = entry(kernel.list_moves)
sow = entry(playout.seed)
describe = entry(taste.describe)
worth = entry(taste.worth)
random_games = entry(playout.random_games)
plant = entry(nodes.plant)
add_kid = entry(nodes.add_kid)
search_on = entry(tree.run)
prove = entry(proof.prove)
learn_owners = entry(twins.learn_owners)
may_outlast = entry(outlast.may_outlast)
holds_missing = entry(outlast.holds_missing)
