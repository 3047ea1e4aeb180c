-- What administrators did: ids and words of this product only, so that it may stay when a user is deleted.
CREATE TABLE acts (
  id          TEXT   PRIMARY KEY,
  type        TEXT   NOT NULL,
  actor       TEXT,
  subject     TEXT,
  details     TEXT   NOT NULL,
  occurred_at BIGINT NOT NULL
);
-- "What was done last?", and "which are over?"
CREATE INDEX acts_by_age ON acts (occurred_at);
-- "What did this one do?"
CREATE INDEX acts_by_actor ON acts (actor, occurred_at, id);
-- "What was done to this user?"
CREATE INDEX acts_by_subject ON acts (subject, occurred_at, id);
-- "Where was this done?"
CREATE INDEX acts_by_type ON acts (type, occurred_at, id);
