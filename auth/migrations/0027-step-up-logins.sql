-- The session that this login raises when its second factor was right, for a step-up whose first step was a proof at a provider. NULL for
-- a login that begins a session.
ALTER TABLE logins ADD COLUMN session_id TEXT;
