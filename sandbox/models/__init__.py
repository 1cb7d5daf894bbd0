"""What there is in the sandbox, as plain records: people, places, messages, interactions."""
