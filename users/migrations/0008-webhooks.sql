-- Whom events are sent to. `event_types` is `*`, or types with a space before and behind each. The secrets are sealed;
-- the former one signs too until its time is up. Without a reason to be disabled a webhook is enabled. A deleted one
-- stays for as long as rows of it are there: they may be too many to go at once.
CREATE TABLE webhooks (
  id              TEXT   PRIMARY KEY,
  url             TEXT   NOT NULL,
  event_types     TEXT   NOT NULL,
  description     TEXT,
  secret          TEXT   NOT NULL,
  former_secret   TEXT,
  former_until    BIGINT,
  disabled_reason TEXT,
  failing_since   BIGINT,
  created_by      TEXT,
  created_at      BIGINT NOT NULL,
  updated_at      BIGINT NOT NULL,
  version         BIGINT NOT NULL,
  deleted_at      BIGINT
);
-- "The next page of webhooks."
CREATE INDEX webhooks_by_age ON webhooks (created_at, id);
-- Whoever adds a webhook locks this row, so that two do not both become the last one that is allowed.
INSERT INTO feeds (id, position) VALUES ('webhooks', 0);

-- What was sent, or is to be. One that waits has a row in the outbox, by the name `webhook_id/event_id`.
CREATE TABLE webhook_deliveries (
  webhook_id      TEXT   NOT NULL,
  event_id        TEXT   NOT NULL,
  type            TEXT   NOT NULL,
  state           TEXT   NOT NULL,
  attempts        BIGINT NOT NULL,
  last_status     BIGINT,
  last_error      TEXT,
  created_at      BIGINT NOT NULL,
  last_attempt_at BIGINT,
  PRIMARY KEY (webhook_id, event_id)
);
-- "The page before", of all and of those in one state; "which have failed since?"
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, created_at, event_id);
CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (webhook_id, state, created_at, event_id);
-- "Which are over?"
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at);

-- "Who is to be told that a webhook was disabled?"
CREATE INDEX users_active_admins ON users (created_at, id) WHERE role = 'admin' AND status = 'active';
