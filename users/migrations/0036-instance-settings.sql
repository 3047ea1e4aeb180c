-- Settings of the whole installation that admins change while it runs, each group as JSON in a row of its own. The row is there from
-- the start, so that each change locks and replaces it. Version 1 means that nothing was ever set.
CREATE TABLE instance_settings (
  id         TEXT   PRIMARY KEY,
  settings   TEXT   NOT NULL,
  version    BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
INSERT INTO instance_settings (id, settings, version, updated_at) VALUES ('branding', '{}', 1, 0);
