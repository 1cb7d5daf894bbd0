"""Messages as plain values, by feature: views of services in, drafts and forms out."""
