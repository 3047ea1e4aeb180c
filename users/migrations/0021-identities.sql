-- The accounts at other providers with which users sign in. A person there is the pair of issuer and subject, which never moves to
-- another user. The address is what the provider told, and finds nobody.
CREATE TABLE identities (
  issuer           TEXT   NOT NULL,
  subject          TEXT   NOT NULL,
  id               TEXT   NOT NULL,
  user_id          TEXT   NOT NULL,
  provider         TEXT   NOT NULL,
  email            TEXT,
  added_at         BIGINT NOT NULL,
  added_by_session TEXT   NOT NULL,
  last_used_at     BIGINT,
  PRIMARY KEY (issuer, subject)
);
-- "Which identity is this?" for its owner, and the order of an export.
CREATE UNIQUE INDEX identities_by_id ON identities (id);
-- "Which identities does this user have?"
CREATE INDEX identities_by_user ON identities (user_id);
