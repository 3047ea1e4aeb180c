-- The applications that log people in by OpenID Connect. `metadata` and `secrets` are JSON. Of a secret there is only the SHA-256
-- digest: it is made of 256 random bits, so nobody finds it by hashing guesses. `created_by` names a user or an API key, which may
-- be gone: the client is not theirs.
CREATE TABLE oidc_clients (
  id          TEXT   PRIMARY KEY,
  name        TEXT   NOT NULL,
  metadata    TEXT   NOT NULL,
  secrets     TEXT   NOT NULL,
  created_by  TEXT,
  created_at  BIGINT NOT NULL,
  updated_at  BIGINT NOT NULL,
  disabled_at BIGINT,
  version     BIGINT NOT NULL
);
-- "The next page of clients", and "is there an enabled client?"
CREATE INDEX oidc_clients_by_age ON oidc_clients (created_at, id);

-- The first reply to each Idempotency-Key, as in the user service. `user_id` is the id of what was made.
CREATE TABLE idempotency_keys (
  scope       TEXT   NOT NULL,
  key         TEXT   NOT NULL,
  fingerprint TEXT   NOT NULL,
  reply       TEXT   NOT NULL,
  user_id     TEXT   NOT NULL,
  expires_at  BIGINT NOT NULL,
  PRIMARY KEY (scope, key)
);
-- "Which have expired?"
CREATE INDEX idempotency_keys_by_end ON idempotency_keys (expires_at);
-- "Which were given to this user?", as in the user service.
CREATE INDEX idempotency_keys_by_user ON idempotency_keys (user_id);
