-- A login that waits for its next step: what was proven so far (RFC 8176 values), and where the user stood then. The write that
-- makes the session removes the row, so that a login ends in one session at most.
CREATE TABLE logins (
  digest          TEXT   PRIMARY KEY,
  user_id         TEXT   NOT NULL,
  step            TEXT   NOT NULL,
  amr             TEXT   NOT NULL,
  epoch           BIGINT NOT NULL,
  factors_version BIGINT NOT NULL,
  counted_by      TEXT   NOT NULL,
  device_name     TEXT,
  created_at      BIGINT NOT NULL,
  expires_at      BIGINT NOT NULL
);
-- "Which are the oldest of this user?"
CREATE INDEX logins_by_user ON logins (user_id, created_at);
-- "Which have expired?"
CREATE INDEX logins_by_end ON logins (expires_at);

-- A device on which the second factor was given lately. `counted_by` is what the login was counted by, as in known_networks.
CREATE TABLE known_devices (
  digest          TEXT   PRIMARY KEY,
  id              TEXT   NOT NULL,
  user_id         TEXT   NOT NULL,
  counted_by      TEXT   NOT NULL,
  epoch           BIGINT NOT NULL,
  factors_version BIGINT NOT NULL,
  name            TEXT,
  user_agent      TEXT,
  address         TEXT   NOT NULL,
  created_at      BIGINT NOT NULL,
  expires_at      BIGINT NOT NULL
);
-- "Which devices does this user have?"
CREATE INDEX known_devices_by_user ON known_devices (user_id, created_at);
-- "Which have expired?"
CREATE INDEX known_devices_by_end ON known_devices (expires_at);
