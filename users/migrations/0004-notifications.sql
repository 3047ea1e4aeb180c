-- The place of a user's newest notification in the order of that user's own. Whoever adds one raises it, which locks the
-- user's row to the end of the transaction: so places become visible in their order, and none is given to a deleted user.
ALTER TABLE users ADD COLUMN last_notification BIGINT NOT NULL DEFAULT 0;
-- What the user wants to be notified of.
ALTER TABLE users ADD COLUMN notification_preferences TEXT NOT NULL DEFAULT '[]';

CREATE TABLE notifications (
  id         TEXT   PRIMARY KEY,
  user_id    TEXT   NOT NULL,
  position   BIGINT NOT NULL,
  type       TEXT   NOT NULL,
  title      TEXT   NOT NULL,
  body       TEXT,
  data       TEXT   NOT NULL,
  created_at BIGINT NOT NULL,
  read_at    BIGINT
);
-- "What came after this place?" and "the page before it".
CREATE UNIQUE INDEX notifications_by_user ON notifications (user_id, position);
-- "How many are unread, and which?"
CREATE INDEX notifications_unread ON notifications (user_id, position) WHERE read_at IS NULL;
-- "Which are over?"
CREATE INDEX notifications_by_age ON notifications (created_at);
