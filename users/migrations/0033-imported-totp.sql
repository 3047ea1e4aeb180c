-- An authenticator app of another system may show other codes than ours. Apps that were added here have six digits of SHA-1, each
-- for 30 seconds.
ALTER TABLE totp_factors ADD COLUMN digits    BIGINT NOT NULL DEFAULT 6;
ALTER TABLE totp_factors ADD COLUMN period    BIGINT NOT NULL DEFAULT 30;
ALTER TABLE totp_factors ADD COLUMN algorithm TEXT   NOT NULL DEFAULT 'SHA1';
