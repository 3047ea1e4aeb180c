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

-- What every reader reads: from the deletion on, nothing about a deleted user but the id.
CREATE VIEW told_acts AS
  SELECT id, type, actor, subject, details, occurred_at,
    CASE WHEN EXISTS (SELECT 1 FROM deleted_users WHERE deleted_users.id = acts.actor) THEN NULL ELSE address END AS address,
    CASE WHEN EXISTS (SELECT 1 FROM deleted_users WHERE deleted_users.id = acts.actor) THEN NULL ELSE user_agent END AS user_agent,
    CASE WHEN EXISTS (SELECT 1 FROM deleted_users WHERE deleted_users.id = acts.subject) THEN NULL ELSE reason END AS reason
  FROM acts;
