-- The public keys that users log in with (WebAuthn). Nothing here is secret.
CREATE TABLE passkeys (
  id               TEXT   PRIMARY KEY,
  credential_id    TEXT   NOT NULL,
  user_id          TEXT   NOT NULL,
  public_key       TEXT   NOT NULL,
  counter          BIGINT NOT NULL,
  is_synced        BIGINT NOT NULL,
  aaguid           TEXT   NOT NULL,
  -- Words with a space between them.
  transports       TEXT   NOT NULL,
  name             TEXT   NOT NULL,
  added_at         BIGINT NOT NULL,
  added_by_session TEXT   NOT NULL,
  last_used_at     BIGINT,
  suspect_at       BIGINT
);
-- "Whose credential is this?" for each login. A credential is here once, whoever has it.
CREATE UNIQUE INDEX passkeys_by_credential ON passkeys (credential_id);
-- "Which passkeys does this user have?"
CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- Challenges that were answered, until they would have expired: each counts once.
CREATE TABLE used_challenges (
  id         TEXT   PRIMARY KEY,
  expires_at BIGINT NOT NULL
);
-- "Which are over?"
CREATE INDEX used_challenges_by_end ON used_challenges (expires_at);
