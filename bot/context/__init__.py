"""Context of handlers and jobs: services, the request, its channel, and Discord's errors."""
