-- The form of a password hash that another system made, such as "bcrypt 10". NULL when the hash is this service's own, or there is
-- none. The next login of the user replaces such a hash.
ALTER TABLE users ADD COLUMN password_form TEXT;
-- "Which forms are left, and how many users of each?"
CREATE INDEX users_by_password_form ON users (password_form, id) WHERE password_form IS NOT NULL;
