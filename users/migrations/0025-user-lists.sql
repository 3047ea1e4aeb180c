-- "Whose address is not confirmed?", oldest first, and "who has ever had a second factor?": often they are few among many.
CREATE INDEX users_unconfirmed ON users (created_at, id) WHERE email_verified_at IS NULL;
CREATE INDEX users_with_factors ON users (created_at, id) WHERE factors_version > 0;
