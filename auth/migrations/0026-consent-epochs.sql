-- The session epoch of the session that gave the consent last: a number that rises when all sessions of the user end. When the owner of
-- the address says that a thief was at work, what the sessions before that gave is told from what the owner gives afterwards. NULL for a
-- consent that an earlier version has stored.
ALTER TABLE oidc_consents ADD COLUMN epoch BIGINT;
