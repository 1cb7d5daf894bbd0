"""The WebSocket side: sessions, heartbeats, events by intents and shards, resuming."""
