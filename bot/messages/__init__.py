"""Messages to Discord as plain values, by feature, made from the views that services return."""
