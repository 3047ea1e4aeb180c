-- Usernames that a private sign-up asked for, whether a user came of it or the address was taken: nobody else signs up with
-- one while its row is here.
CREATE TABLE held_usernames (
  username_key TEXT   PRIMARY KEY,
  -- The user that was made, or would have been.
  user_id      TEXT   NOT NULL,
  expires_at   BIGINT NOT NULL
);
-- "Which have expired?"
CREATE INDEX held_usernames_by_end ON held_usernames (expires_at);
-- "What must go with a deleted user?"
CREATE INDEX held_usernames_by_user ON held_usernames (user_id);
-- They were held for a hundred years (36,500 days) among the replies; now it is seven days from when they were asked for. The
-- copy among the replies stays as long, for nodes of the version before.
INSERT INTO held_usernames (username_key, user_id, expires_at)
  SELECT key, '', expires_at - 3152995200000 FROM idempotency_keys WHERE scope = 'username';
UPDATE idempotency_keys SET expires_at = expires_at - 3152995200000 WHERE scope = 'username';
