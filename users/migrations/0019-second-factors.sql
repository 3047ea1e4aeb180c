-- Rises with each change of a user's second factors, so that a login under way does not survive one. 0: the user has never had any.
ALTER TABLE users ADD COLUMN factors_version BIGINT NOT NULL DEFAULT 0;

-- The authenticator app of a user (TOTP, RFC 6238), once a code of it has confirmed it. The secret is encrypted with the master
-- key. `last_step` is the time step of the last code that was accepted: each step is accepted once.
CREATE TABLE totp_factors (
  user_id   TEXT   PRIMARY KEY,
  secret    TEXT   NOT NULL,
  last_step BIGINT NOT NULL,
  added_at  BIGINT NOT NULL
);

-- An authenticator app that no code has confirmed yet. It proves nothing and is asked for nowhere.
CREATE TABLE totp_enrolments (
  user_id    TEXT   PRIMARY KEY,
  secret     TEXT   NOT NULL,
  expires_at BIGINT NOT NULL
);
-- "Which have expired?"
CREATE INDEX totp_enrolments_by_end ON totp_enrolments (expires_at);

-- The recovery codes of a user that were not used yet, as HMACs with a space between them. Their key is random, belongs to this set
-- only, and is encrypted with the master key.
CREATE TABLE recovery_codes (
  user_id TEXT   PRIMARY KEY,
  key     TEXT   NOT NULL,
  macs    TEXT   NOT NULL,
  made_at BIGINT NOT NULL
);
