-- What happened, as it is told to the world. `recorded_at` rises with each event of a subject, whatever the clocks say.
CREATE TABLE events (
  id          TEXT   PRIMARY KEY,
  type        TEXT   NOT NULL,
  subject     TEXT,
  data        TEXT   NOT NULL,
  occurred_at BIGINT NOT NULL,
  recorded_at BIGINT NOT NULL,
  position    BIGINT
);
-- "Which events have no position yet?", given after the commit so that positions become visible in their order.
CREATE INDEX events_without_position ON events (recorded_at, id) WHERE position IS NULL;
-- "What came after this position?"
CREATE UNIQUE INDEX events_by_position ON events (position) WHERE position IS NOT NULL;
-- "What is behind the last of this subject?", and all of a subject.
CREATE INDEX events_by_subject ON events (subject, recorded_at);
-- "Which are over?"
CREATE INDEX events_by_age ON events (occurred_at);

-- How far those who read all events have come.
CREATE TABLE event_readers (
  name     TEXT   PRIMARY KEY,
  position BIGINT NOT NULL
);

INSERT INTO feeds (id, position) VALUES ('events', 0) ON CONFLICT (id) DO NOTHING;

-- What waits is told in another form from here on, and no version that was released has written any of it.
DELETE FROM outbox;
-- Where a delivery goes; why it failed last; since when it is tried no more.
ALTER TABLE outbox ADD COLUMN sink TEXT NOT NULL DEFAULT 'users';
ALTER TABLE outbox ADD COLUMN last_error TEXT;
ALTER TABLE outbox ADD COLUMN dead_at BIGINT;
DROP INDEX outbox_due;
DROP INDEX outbox_by_subject;
-- "What is due?" and "is there an earlier one for the same subject?"
CREATE INDEX outbox_due ON outbox (sink, due_at) WHERE dead_at IS NULL;
CREATE UNIQUE INDEX outbox_by_subject ON outbox (sink, subject, position);
-- "What was given up?"
CREATE INDEX outbox_dead ON outbox (dead_at, id) WHERE dead_at IS NOT NULL;
