-- Keyed digests (HMAC-SHA-256) of the addresses of users who were deleted: a system that people move from does not bring them back.
CREATE TABLE deleted_addresses (
  digest     TEXT   PRIMARY KEY,
  deleted_at BIGINT NOT NULL
);
-- "Which have expired?"
CREATE INDEX deleted_addresses_by_age ON deleted_addresses (deleted_at);
-- The keys of these digests, sealed with the master key. The newest one makes new digests; others may come by an import.
CREATE TABLE address_keys (
  id         TEXT   PRIMARY KEY,
  sealed_key TEXT   NOT NULL,
  created_at BIGINT NOT NULL
);
