-- The folded name and address of each user who has a character outside ASCII in them. Our code computes the text, because the databases
-- do not fold Unicode alike.
CREATE TABLE user_folds (
  document INTEGER PRIMARY KEY,
  user_id  TEXT NOT NULL UNIQUE,
  folded   TEXT NOT NULL
);
-- "Whose folded text has this text in it?"
CREATE VIRTUAL TABLE user_fold_search USING fts5(
  folded, content='user_folds', content_rowid='document', tokenize='trigram case_sensitive 1', detail=none, columnsize=0);
INSERT INTO user_fold_search (user_fold_search, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER user_folds_inserted AFTER INSERT ON user_folds BEGIN
  INSERT INTO user_fold_search (rowid, folded) VALUES (NEW.document, NEW.folded);
END;
CREATE TRIGGER user_folds_deleted AFTER DELETE ON user_folds BEGIN
  INSERT INTO user_fold_search (user_fold_search, rowid, folded) VALUES ('delete', OLD.document, OLD.folded);
END;
-- Users whose text must be folded: after a change, also one by an older version, and after this migration.
CREATE TABLE unfolded_users (
  user_id TEXT PRIMARY KEY
);
-- How far the users of before have been looked through. The table is empty when all were.
CREATE TABLE user_fold_scan (
  after_id TEXT NOT NULL
);
CREATE TRIGGER user_fold_inserted AFTER INSERT ON users
WHEN length(CAST(COALESCE(NEW.name, '') || NEW.email AS BLOB)) <> length(COALESCE(NEW.name, '') || NEW.email) BEGIN
  INSERT OR IGNORE INTO unfolded_users (user_id) VALUES (NEW.id);
END;
CREATE TRIGGER user_fold_updated AFTER UPDATE OF id, email, name ON users
WHEN (OLD.id <> NEW.id OR OLD.email <> NEW.email OR OLD.name IS NOT NEW.name)
  AND length(CAST(COALESCE(OLD.name, '') || OLD.email || COALESCE(NEW.name, '') || NEW.email AS BLOB))
    <> length(COALESCE(OLD.name, '') || OLD.email || COALESCE(NEW.name, '') || NEW.email) BEGIN
  INSERT OR IGNORE INTO unfolded_users (user_id) VALUES (NEW.id);
  DELETE FROM user_folds WHERE user_id = OLD.id;
END;
CREATE TRIGGER user_fold_deleted AFTER DELETE ON users
WHEN length(CAST(COALESCE(OLD.name, '') || OLD.email AS BLOB)) <> length(COALESCE(OLD.name, '') || OLD.email) BEGIN
  DELETE FROM unfolded_users WHERE user_id = OLD.id;
  DELETE FROM user_folds WHERE user_id = OLD.id;
END;
INSERT INTO user_fold_scan (after_id) SELECT '' WHERE EXISTS (SELECT 1 FROM users);
