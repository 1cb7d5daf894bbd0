"""Gateway: WebSocket sessions, heartbeats, resuming, and events filtered by intent and shard."""
