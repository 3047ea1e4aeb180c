-- "The next page of admins", and "of those who are suspended": they are few among many, whom a walk through all would pass first.
CREATE INDEX users_by_other_role ON users (role, created_at, id) WHERE role <> 'user';
CREATE INDEX users_by_other_status ON users (status, created_at, id) WHERE status <> 'active';
