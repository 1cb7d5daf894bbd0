"""Leagues as pure values: groups, pairings, tables, promotions and dates."""
