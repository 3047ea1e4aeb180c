-- The texts of pages and emails that admins have replaced, as JSON: for each text its languages. They are apart from the branding,
-- which nodes read every few seconds; its version also tells that a text has changed.
INSERT INTO instance_settings (id, settings, version, updated_at) VALUES ('custom-texts', '{}', 1, 0)
ON CONFLICT (id) DO NOTHING;
