CREATE TABLE sessions (
  id              TEXT   PRIMARY KEY,
  user_id         TEXT   NOT NULL,
  epoch           BIGINT NOT NULL,
  generation      BIGINT NOT NULL,
  rotated_at      BIGINT NOT NULL,
  created_at      BIGINT NOT NULL,
  idle_expires_at BIGINT NOT NULL,
  expires_at      BIGINT NOT NULL,
  ended_at        BIGINT,
  end_reason      TEXT,
  device_name     TEXT,
  user_agent      TEXT,
  address         TEXT   NOT NULL
);
-- "End every session of a user" reads living sessions only.
CREATE INDEX sessions_living_by_user ON sessions (user_id) WHERE ended_at IS NULL;

-- The epoch below which no session of a user lives: a login that was under way when all sessions ended loses to it.
CREATE TABLE session_epochs (
  user_id TEXT   PRIMARY KEY,
  epoch   BIGINT NOT NULL
);

CREATE TABLE signing_keys (
  kid        TEXT   PRIMARY KEY,
  purpose    TEXT   NOT NULL,
  algorithm  TEXT   NOT NULL,
  status     TEXT   NOT NULL,
  public_jwk TEXT,
  sealed_key TEXT   NOT NULL,
  created_at BIGINT NOT NULL
);
-- Decides which node's key it is when several start at once.
CREATE UNIQUE INDEX signing_keys_active ON signing_keys (purpose) WHERE status = 'active';

-- Failed logins: counted here and not in memory, so that a restart does not forget them.
CREATE TABLE login_attempts (
  bucket     TEXT   PRIMARY KEY,
  failures   BIGINT NOT NULL,
  free_at    BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
