-- Where a user has logged in from. What strangers do elsewhere does not slow down a login from there.
CREATE TABLE known_networks (
  user_id    TEXT   NOT NULL,
  network    TEXT   NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, network)
);
-- "Which of them are forgotten by now?"
CREATE INDEX known_networks_by_end ON known_networks (expires_at);
