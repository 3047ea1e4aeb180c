-- What the OpenID provider must remember between two requests: codes, opaque tokens, requests under way, proofs that were used. A row
-- has the SHA-256 digest of its id, which only the client or the browser knows. A refresh token is one row for all its generations.
CREATE TABLE oidc_artifacts (
  model       TEXT   NOT NULL,
  digest      TEXT   NOT NULL,
  payload     TEXT   NOT NULL,
  grant_id    TEXT,
  user_code   TEXT,
  -- Of a refresh token: how often it was exchanged. Of a device code: 0 asked for, 1 a person looks at it, 2 decided.
  generation  BIGINT NOT NULL DEFAULT 0,
  rotated_at  BIGINT,
  consumed_at BIGINT,
  expires_at  BIGINT NOT NULL,
  PRIMARY KEY (model, digest)
);
-- "Which artifacts were given under this grant?"
CREATE INDEX oidc_artifacts_by_grant ON oidc_artifacts (grant_id) WHERE grant_id IS NOT NULL;
-- "Which device code is this?"
CREATE UNIQUE INDEX oidc_artifacts_by_user_code ON oidc_artifacts (user_code) WHERE user_code IS NOT NULL;
-- "Which have expired?"
CREATE INDEX oidc_artifacts_by_expiry ON oidc_artifacts (expires_at);

-- What one session gave to one client. It is good while its session lives.
CREATE TABLE oidc_grants (
  id         TEXT   PRIMARY KEY,
  session_id TEXT   NOT NULL,
  client_id  TEXT   NOT NULL,
  user_id    TEXT   NOT NULL,
  scope      TEXT   NOT NULL,
  -- The scopes for other APIs by their address, as JSON.
  resources  TEXT   NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
-- "What did this session give to this client?"
CREATE UNIQUE INDEX oidc_grants_by_session ON oidc_grants (session_id, client_id);
CREATE INDEX oidc_grants_by_client ON oidc_grants (client_id);
CREATE INDEX oidc_grants_by_user ON oidc_grants (user_id);
CREATE INDEX oidc_grants_by_expiry ON oidc_grants (expires_at);

-- What a person has allowed a client, so that the next session need not ask again.
CREATE TABLE oidc_consents (
  user_id   TEXT   NOT NULL,
  client_id TEXT   NOT NULL,
  scope     TEXT   NOT NULL,
  resources TEXT   NOT NULL,
  given_at  BIGINT NOT NULL,
  PRIMARY KEY (user_id, client_id)
);
CREATE INDEX oidc_consents_by_client ON oidc_consents (client_id);

-- 1 while clients hold grants of the session that are to be told when it ends, whichever way it ends.
ALTER TABLE sessions ADD COLUMN has_grants BIGINT;
-- "Which sessions have ended whose clients were not told?"
CREATE INDEX sessions_ended_with_grants ON sessions (id) WHERE has_grants = 1 AND ended_at IS NOT NULL;
