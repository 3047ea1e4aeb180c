-- `user_id` may hold the key of a login name that is counted by itself: then `owner_id` is the user who logged in with it, and with
-- whom the row is removed. NULL where `user_id` is a user.
ALTER TABLE known_networks ADD COLUMN owner_id TEXT;
-- "Which of them are kept under names of this user?"
CREATE INDEX known_networks_by_owner ON known_networks (owner_id) WHERE owner_id IS NOT NULL;
