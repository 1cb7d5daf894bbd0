"""People: their settings, permissions, blocks, limits and personal data."""
