-- What machines call with. Of a key itself there is only the SHA-256 digest: it is made of 256 random bits, so nobody
-- finds the key by hashing guesses. `created_by` names a user or a key, which may be gone: the key is not theirs.
CREATE TABLE api_keys (
  id           TEXT   PRIMARY KEY,
  digest       TEXT   NOT NULL,
  name         TEXT   NOT NULL,
  scopes       TEXT   NOT NULL,
  created_by   TEXT,
  created_at   BIGINT NOT NULL,
  expires_at   BIGINT NOT NULL,
  last_used_at BIGINT,
  revoked_at   BIGINT
);
-- "Which key is this?" for each request of a machine.
CREATE UNIQUE INDEX api_keys_by_digest ON api_keys (digest);
-- "The next page of keys."
CREATE INDEX api_keys_by_age ON api_keys (created_at, id);
-- "Which keys are over for so long that nobody asks after them?"
CREATE INDEX api_keys_by_end ON api_keys (expires_at);
