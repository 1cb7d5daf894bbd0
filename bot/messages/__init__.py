"""Messages as plain values, by feature: from the views of services to drafts and forms."""
