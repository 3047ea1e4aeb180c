-- The folded name and address of each user who has a character outside ASCII in them. Our code computes the text, because the databases
-- do not fold Unicode alike. The table begins empty, so that its index is built without a lock on `users`.
CREATE TABLE user_folds (
  user_id TEXT PRIMARY KEY,
  folded  TEXT NOT NULL
);
-- "Whose folded text has this text in it?"
CREATE INDEX user_folds_by_trigram ON user_folds USING gin (user_trigrams(folded)) WITH (fastupdate = off);
-- Users whose text must be folded: after a change, also one by an older version, and after this migration.
CREATE TABLE unfolded_users (
  user_id TEXT PRIMARY KEY
);
-- How far the users of before have been looked through. The table is empty when all were.
CREATE TABLE user_fold_scan (
  after_id TEXT NOT NULL
);
-- The insert waits for a node that is folding this user, and then removes what that node has written: the text of before. The path is
-- kept, because pg_dump restores rows with an empty one.
CREATE FUNCTION user_fold_due() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO unfolded_users (user_id) VALUES (COALESCE(NEW.id, OLD.id))
    ON CONFLICT (user_id) DO UPDATE SET user_id = excluded.user_id;
  DELETE FROM user_folds WHERE user_id = OLD.id;
  IF TG_OP = 'DELETE' THEN
    DELETE FROM unfolded_users WHERE user_id = OLD.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER user_fold_inserted AFTER INSERT ON users FOR EACH ROW
  WHEN (octet_length(COALESCE(NEW.name, '') || NEW.email) <> length(COALESCE(NEW.name, '') || NEW.email))
  EXECUTE FUNCTION user_fold_due();
CREATE TRIGGER user_fold_updated AFTER UPDATE OF id, email, name ON users FOR EACH ROW
  WHEN ((OLD.id <> NEW.id OR OLD.email <> NEW.email OR OLD.name IS DISTINCT FROM NEW.name)
    AND octet_length(COALESCE(OLD.name, '') || OLD.email || COALESCE(NEW.name, '') || NEW.email)
      <> length(COALESCE(OLD.name, '') || OLD.email || COALESCE(NEW.name, '') || NEW.email))
  EXECUTE FUNCTION user_fold_due();
CREATE TRIGGER user_fold_deleted AFTER DELETE ON users FOR EACH ROW
  WHEN (octet_length(COALESCE(OLD.name, '') || OLD.email) <> length(COALESCE(OLD.name, '') || OLD.email))
  EXECUTE FUNCTION user_fold_due();
INSERT INTO user_fold_scan (after_id) SELECT '' WHERE EXISTS (SELECT 1 FROM users);
