-- The session that went on when all others of the user ended, and the epoch in which it did. It counts while that epoch is the user's:
-- a version that does not know these columns raises the epoch alone.
ALTER TABLE users ADD COLUMN kept_session TEXT;
ALTER TABLE users ADD COLUMN kept_epoch BIGINT;
