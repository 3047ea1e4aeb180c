-- "Which API keys did this user make?" and the same of webhooks, when somebody says that a thief was at work.
CREATE INDEX api_keys_by_maker ON api_keys (created_by, created_at);
CREATE INDEX webhooks_by_maker ON webhooks (created_by, created_at);
