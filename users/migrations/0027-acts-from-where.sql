-- From where somebody acted, and why: both are about people, and go when these are deleted.
ALTER TABLE acts ADD COLUMN address TEXT;
ALTER TABLE acts ADD COLUMN user_agent TEXT;
ALTER TABLE acts ADD COLUMN reason TEXT;

-- Deleted users of whom acts may still say something. It is removed in the background.
CREATE TABLE forgotten_in_acts (
  user_id      TEXT   PRIMARY KEY,
  forgotten_at BIGINT NOT NULL
);
-- "Of whom is something to be removed?"
CREATE INDEX forgotten_in_acts_by_age ON forgotten_in_acts (forgotten_at);

-- What every reader reads: from the deletion on, nothing about a deleted user but the id. With EXISTS, PostgreSQL would read all
-- deleted users into a table of hashes for one page.
CREATE VIEW told_acts AS
  SELECT id, type, actor, subject, details, occurred_at,
    CASE WHEN (SELECT 1 FROM deleted_users WHERE deleted_users.id = acts.actor) IS NULL THEN address END AS address,
    CASE WHEN (SELECT 1 FROM deleted_users WHERE deleted_users.id = acts.actor) IS NULL THEN user_agent END AS user_agent,
    CASE WHEN (SELECT 1 FROM deleted_users WHERE deleted_users.id = acts.subject) IS NULL THEN reason END AS reason
  FROM acts;
