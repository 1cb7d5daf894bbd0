"""What `make bench` runs: one module a subject, each with a `main()` that prints its figures."""
