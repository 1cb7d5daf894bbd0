"""Use cases: one public method is one transaction. Knows no Discord; the layers above show the views."""
