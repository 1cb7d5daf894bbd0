"""From a position to a picture and to the words that stand for it; knows the rules, not Discord."""
