"""Everything that people can type, choose, press or send, in every wrong way; for hypothesis."""
