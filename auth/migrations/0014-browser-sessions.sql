-- The cookies of people who are signed in on the account pages. A row holds the SHA-256 digest of a cookie, and lives no longer
-- than its session: whether that has ended is read from there each time.
CREATE TABLE browser_sessions (
  digest     TEXT   PRIMARY KEY,
  session_id TEXT   NOT NULL,
  expires_at BIGINT NOT NULL
);
-- "Which rows have expired?"
CREATE INDEX browser_sessions_by_expiry ON browser_sessions (expires_at);
