"""What a new player is taught: positions, questions and sentences. No Discord in here."""
