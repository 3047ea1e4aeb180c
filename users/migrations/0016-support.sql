-- When and why a user was suspended, and by whom (a user or an API key). Version 0.1 left them empty.
ALTER TABLE users ADD COLUMN suspended_at BIGINT;
ALTER TABLE users ADD COLUMN suspended_by TEXT;
ALTER TABLE users ADD COLUMN suspension_reason TEXT;
-- Until when a temporary password is good. It must be changed at the next login; null for one that its owner has chosen.
ALTER TABLE users ADD COLUMN password_expires_at BIGINT;
