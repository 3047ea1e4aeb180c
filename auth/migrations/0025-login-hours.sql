-- How logins went, by the hour and the outcome. All nodes add to the same rows.
CREATE TABLE login_hours (
  hour    BIGINT NOT NULL,
  outcome TEXT   NOT NULL,
  total   BIGINT NOT NULL,
  PRIMARY KEY (hour, outcome)
);
