CREATE TABLE users (
  id                TEXT   PRIMARY KEY,
  username          TEXT   NOT NULL,
  username_key      TEXT   NOT NULL,
  email             TEXT   NOT NULL,
  email_key         TEXT   NOT NULL,
  name              TEXT,
  role              TEXT   NOT NULL,
  status            TEXT   NOT NULL,
  email_verified_at BIGINT,
  password_hash     TEXT,
  metadata          TEXT   NOT NULL,
  session_epoch     BIGINT NOT NULL,
  version           BIGINT NOT NULL,
  created_at        BIGINT NOT NULL,
  updated_at        BIGINT NOT NULL,
  last_login_at     BIGINT
);
-- "Is this name taken?" and every login and look-up by name. These two decide who wins a race.
CREATE UNIQUE INDEX users_by_username ON users (username_key);
CREATE UNIQUE INDEX users_by_email ON users (email_key);
-- "The next page of users."
CREATE INDEX users_by_age ON users (created_at, id);

-- What stays of a deleted user: so that a repeated DELETE succeeds and an id is never given again.
CREATE TABLE deleted_users (
  id         TEXT   PRIMARY KEY,
  deleted_at BIGINT NOT NULL
);

-- The first reply to each Idempotency-Key.
CREATE TABLE idempotency_keys (
  scope       TEXT   NOT NULL,
  key         TEXT   NOT NULL,
  fingerprint TEXT   NOT NULL,
  reply       TEXT   NOT NULL,
  user_id     TEXT   NOT NULL,
  expires_at  BIGINT NOT NULL,
  PRIMARY KEY (scope, key)
);
-- "What must go with a deleted user?": the reply tells its name and address.
CREATE INDEX idempotency_keys_by_user ON idempotency_keys (user_id);

-- What the authentication service must still be told.
CREATE TABLE outbox (
  id         TEXT   PRIMARY KEY,
  type       TEXT   NOT NULL,
  subject    TEXT   NOT NULL,
  position   BIGINT NOT NULL,
  payload    TEXT   NOT NULL,
  created_at BIGINT NOT NULL,
  due_at     BIGINT NOT NULL,
  attempts   BIGINT NOT NULL
);
-- "What is due?" and "is there an earlier one for the same subject?"
CREATE INDEX outbox_due ON outbox (due_at);
CREATE UNIQUE INDEX outbox_by_subject ON outbox (subject, position);
