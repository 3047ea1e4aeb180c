-- How many recovery codes were tried in a login that waits for its next step. Beyond a limit it is void.
ALTER TABLE logins ADD COLUMN recovery_tries BIGINT NOT NULL DEFAULT 0;
