-- How much of what it may do a bucket (a network, a user) has used up lately: it has all of it again at `full_at`.
CREATE TABLE rate_limits (
  bucket  TEXT   PRIMARY KEY,
  full_at BIGINT NOT NULL
);
-- "Which buckets are full again?"
CREATE INDEX rate_limits_by_full_at ON rate_limits (full_at);
