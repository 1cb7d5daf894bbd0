"""Migration steps, one file each; released steps are never edited."""
