-- The distinct runs of three consecutive characters of a text, with ASCII letters in lower case. The collation makes the result the
-- same in every database.
CREATE FUNCTION user_trigrams(searched text) RETURNS text[] LANGUAGE SQL IMMUTABLE PARALLEL SAFE AS
  'SELECT array_agg(DISTINCT substr(lower(searched COLLATE "C"), n, 3)) FROM generate_series(1, length(searched) - 2) AS n';
-- "Whose username, address or name has this text in it?" Without the list of pending entries, which each search would read whole.
CREATE INDEX users_by_trigram ON users
  USING gin (user_trigrams(username_key || chr(10) || email_key || chr(10) || COALESCE(name, ''))) WITH (fastupdate = off);
