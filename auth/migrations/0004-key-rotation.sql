-- When a published key begins to sign, when it did, and when its last token is over and it goes.
ALTER TABLE signing_keys ADD COLUMN activates_at BIGINT;
ALTER TABLE signing_keys ADD COLUMN activated_at BIGINT;
ALTER TABLE signing_keys ADD COLUMN removes_at BIGINT;
-- Decides which node publishes the next one.
CREATE UNIQUE INDEX signing_keys_next ON signing_keys (purpose) WHERE status = 'next';

-- Rises with every change of the keys: whoever reads a session sees whether the keys that it knows are still those.
CREATE TABLE key_sets (
  id      TEXT   PRIMARY KEY,
  version BIGINT NOT NULL
);
INSERT INTO key_sets (id, version) VALUES ('signing', 1);
