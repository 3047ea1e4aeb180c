-- What the user service must still be told.
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

-- "Where did this user log in from before?", sessions that ended included.
CREATE INDEX sessions_by_user ON sessions (user_id, created_at);
