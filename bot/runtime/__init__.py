"""The program: wiring of the parts, the Discord client, its start and its shutdown."""
