"""Connections, transactions, locks and integrity checks: nothing about particular tables."""
