-- Whose events tell nothing personal any more. What they held is blanked in the background, from `waiting_from` on; null:
-- all of it is.
CREATE TABLE forgotten_subjects (
  subject      TEXT   PRIMARY KEY,
  forgotten_at BIGINT NOT NULL,
  waiting_from BIGINT
);
-- "Whose data waits to be blanked?"
CREATE INDEX forgotten_subjects_waiting ON forgotten_subjects (forgotten_at) WHERE waiting_from IS NOT NULL;
-- "Who need not be known any more?"
CREATE INDEX forgotten_subjects_by_age ON forgotten_subjects (forgotten_at);

-- What every reader reads. That a user was deleted, and by whom, is told.
CREATE VIEW told_events AS
  SELECT position, id, type, subject, occurred_at,
    COALESCE((
      SELECT '{}' FROM forgotten_subjects
      WHERE forgotten_subjects.subject = events.subject AND events.type <> 'user.deleted'
    ), data) AS data
  FROM events;
