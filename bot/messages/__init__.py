"""What people see: boards, lists, letters, questions, lessons, as plain values. Decides nothing."""
