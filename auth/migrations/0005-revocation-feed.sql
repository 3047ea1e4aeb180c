-- The place of an ended session in the feed of revocations; given after the end was committed, so that numbers become
-- visible in their order. Null until then, and for good where nobody reads the feed.
ALTER TABLE sessions ADD COLUMN revocation BIGINT;
-- "Which sessions that ended have no number yet?" No refresh changes what it is made of.
CREATE INDEX sessions_without_revocation ON sessions (ended_at, id) WHERE ended_at IS NOT NULL AND revocation IS NULL;
-- "Which sessions ended after this position?"
CREATE INDEX sessions_by_revocation ON sessions (revocation) WHERE revocation IS NOT NULL;

-- The position up to which numbers have been given; whoever gives numbers locks the row.
CREATE TABLE feeds (
  id       TEXT   PRIMARY KEY,
  position BIGINT NOT NULL
);
INSERT INTO feeds (id, position) VALUES ('revocations', 0);
