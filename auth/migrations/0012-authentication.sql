-- How the user of a session proved who it is (RFC 8176 values with a space between them), and when. A session of a version
-- that did not store it began with a password.
ALTER TABLE sessions ADD COLUMN amr TEXT;
ALTER TABLE sessions ADD COLUMN authenticated_at BIGINT;
