-- When the admin console was last used with this cookie; NULL for a cookie that has not been used there yet. The console asks for
-- a new proof of identity after a shorter time than the account pages, which are used with the same cookie.
ALTER TABLE browser_sessions ADD COLUMN console_used_at BIGINT;
