UPDATE notification_settings SET reminder_hours = 6 WHERE user_id = 102;
