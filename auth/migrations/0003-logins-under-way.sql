-- How many attempts in a bucket have not turned out yet, at whichever node; forgotten at the given time, for a node
-- may have died with them.
ALTER TABLE login_attempts ADD COLUMN under_way BIGINT NOT NULL DEFAULT 0;
ALTER TABLE login_attempts ADD COLUMN under_way_until BIGINT NOT NULL DEFAULT 0;
