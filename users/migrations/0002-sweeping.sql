-- "Which keys are over?"
CREATE INDEX idempotency_keys_by_end ON idempotency_keys (expires_at);

-- Which node does what only one may do at a time.
CREATE TABLE leases (
  name       TEXT   PRIMARY KEY,
  holder     TEXT   NOT NULL,
  expires_at BIGINT NOT NULL
);
