"""Connections, transactions, locks and integrity checks, independent of particular tables."""
