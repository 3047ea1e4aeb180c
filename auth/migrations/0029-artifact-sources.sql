-- Who caused this row: a network, or a client that has proved who it is. Each has a limit of rows.
ALTER TABLE oidc_artifacts ADD COLUMN source TEXT;
-- "Which rows has this source caused, newest first?"
CREATE INDEX oidc_artifacts_by_source ON oidc_artifacts (source, expires_at) WHERE source IS NOT NULL;
