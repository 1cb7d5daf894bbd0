"""Context of handlers and jobs: services, the request, its channel, and errors of Discord."""
