-- The checklist that leads the admins of a new installation through its setup. An installation that has users already needs none, so
-- it gets no row.
INSERT INTO instance_settings (id, settings, version, updated_at)
SELECT 'setup-checklist', '{}', 1, 0 WHERE NOT EXISTS (SELECT 1 FROM users);
