"""What use cases share: functions within an open transaction."""
