-- The digests of client and `jti` of assertions with which clients proved who they are (RFC 7523), until these expire. The primary
-- key decides which of two requests with one assertion counts.
CREATE TABLE used_assertions (
  digest     TEXT   PRIMARY KEY,
  expires_at BIGINT NOT NULL
);
-- "Which have expired?"
CREATE INDEX used_assertions_by_end ON used_assertions (expires_at);
