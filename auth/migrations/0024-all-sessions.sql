-- "Which sessions live, newest first?", of everybody.
CREATE INDEX sessions_living_by_age ON sessions (created_at, id) WHERE ended_at IS NULL;
-- "Which of them began at this network address, or in the network that begins so?"
CREATE INDEX sessions_living_by_address ON sessions (address, created_at, id) WHERE ended_at IS NULL;
