-- People who were sent to a provider and have not come back. A row is found by the digest of the state, counts for the browser or
-- client whose secret has the other digest, and is removed by who comes back: each counts once. `secrets` is encrypted with the
-- master key. `client_return` is where a client of the API is waiting for the response.
CREATE TABLE federated_logins (
  digest        TEXT   PRIMARY KEY,
  browser       TEXT   NOT NULL,
  provider      TEXT   NOT NULL,
  purpose       TEXT   NOT NULL,
  user_id       TEXT,
  session_id    TEXT,
  secrets       TEXT   NOT NULL,
  return_to     TEXT,
  client_return TEXT,
  network       TEXT   NOT NULL,
  created_at    BIGINT NOT NULL,
  expires_at    BIGINT NOT NULL
);
-- "Which are the oldest of this network?"
CREATE INDEX federated_logins_by_network ON federated_logins (network, created_at);
-- "Which has this user?"
CREATE INDEX federated_logins_by_user ON federated_logins (user_id);
-- "Which have expired?"
CREATE INDEX federated_logins_by_end ON federated_logins (expires_at);

-- Accounts at a provider that were proven in a browser, and wait until an existing way in is proven too, to be linked. `user_id` and
-- `session_id` are set where the session came first.
CREATE TABLE link_proofs (
  browser        TEXT   PRIMARY KEY,
  id             TEXT   NOT NULL,
  user_id        TEXT,
  session_id     TEXT,
  provider       TEXT   NOT NULL,
  issuer         TEXT   NOT NULL,
  subject        TEXT   NOT NULL,
  email          TEXT,
  email_verified BIGINT NOT NULL,
  return_to      TEXT,
  expires_at     BIGINT NOT NULL
);
-- "Which has this user?"
CREATE INDEX link_proofs_by_user ON link_proofs (user_id);
-- "Which have expired?"
CREATE INDEX link_proofs_by_end ON link_proofs (expires_at);
