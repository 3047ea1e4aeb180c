-- "Who has no password and may be invited?", oldest first: they are few among many.
CREATE INDEX users_without_password ON users (created_at, id) WHERE password_hash IS NULL AND status = 'active';
