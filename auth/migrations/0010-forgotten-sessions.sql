-- Whose sessions still tell where and on what they were used, although the user was deleted: those from `waiting_from` on.
CREATE TABLE forgotten_sessions (
  user_id      TEXT   PRIMARY KEY,
  waiting_from BIGINT NOT NULL
);
-- Deleted by a version that kept them.
INSERT INTO forgotten_sessions (user_id, waiting_from)
  SELECT subject, 0 FROM forgotten_subjects UNION SELECT user_id, 0 FROM sessions WHERE end_reason = 'user_deleted';
