"""The program: construction of its parts, the Discord client, start and shutdown."""
