-- The language that the user is written to in (BCP 47), if it is known.
ALTER TABLE users ADD COLUMN locale TEXT;

-- Links in mails that have not been used. Of a token there is only the SHA-256 digest: it is 256 random bits.
CREATE TABLE links (
  digest     TEXT   PRIMARY KEY,
  purpose    TEXT   NOT NULL,
  user_id    TEXT   NOT NULL,
  -- The address that the link was sent to.
  email      TEXT   NOT NULL,
  email_key  TEXT   NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
-- "Which links of this user are void now?"
CREATE INDEX links_by_user ON links (user_id, purpose);
-- "Can its former owner still take this address back?"
CREATE INDEX links_held_addresses ON links (email_key) WHERE purpose = 'take_back';
-- "Which are over?"
CREATE INDEX links_by_end ON links (expires_at);
