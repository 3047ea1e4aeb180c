-- "Which sessions are over?" By the end that no refresh moves, so that a refresh need not touch this index.
CREATE INDEX sessions_by_end ON sessions (expires_at);
-- "Which failed logins no longer count?"
CREATE INDEX login_attempts_by_end ON login_attempts (expires_at);

-- Which node does what only one may do at a time.
CREATE TABLE leases (
  name       TEXT   PRIMARY KEY,
  holder     TEXT   NOT NULL,
  expires_at BIGINT NOT NULL
);
