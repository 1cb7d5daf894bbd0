"""Use cases of challenges and rematches, and the limits on them."""
