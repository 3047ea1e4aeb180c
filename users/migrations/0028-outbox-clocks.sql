-- The time at which `due_at` was set. It is in the future when a clock was ahead then; the delivery does not wait for that clock.
ALTER TABLE outbox ADD COLUMN scheduled_at BIGINT;
-- "What was put off by a clock that was ahead?"
CREATE INDEX outbox_scheduled ON outbox (sink, scheduled_at) WHERE dead_at IS NULL;
