-- "Whose username, address or name has this text in it?" The index has three consecutive characters of them as a term. It keeps no copy
-- of the text. `document` is the number of a user in the index: a rowid of `users` would not do, because VACUUM may change it.
CREATE TABLE user_documents (
  document INTEGER PRIMARY KEY,
  user_id  TEXT    NOT NULL UNIQUE
);
CREATE VIRTUAL TABLE user_search USING fts5(searched, content='', tokenize='trigram', detail=none, columnsize=0);
-- A deleted user's terms are removed from the file of the index at once, not with a later merge.
INSERT INTO user_search (user_search, rank) VALUES ('secure-delete', 1);
INSERT INTO user_documents (user_id) SELECT id FROM users ORDER BY created_at, id;
INSERT INTO user_search (rowid, searched)
  SELECT document, username_key || char(10) || email_key || char(10) || COALESCE(name, '')
  FROM user_documents JOIN users ON id = user_id ORDER BY document;
-- Triggers keep the index right for every statement on `users`, also those of an older version.
CREATE TRIGGER user_search_inserted AFTER INSERT ON users BEGIN
  INSERT INTO user_documents (user_id) VALUES (NEW.id);
  INSERT INTO user_search (rowid, searched)
    SELECT document, NEW.username_key || char(10) || NEW.email_key || char(10) || COALESCE(NEW.name, '')
    FROM user_documents WHERE user_id = NEW.id;
END;
CREATE TRIGGER user_search_updated AFTER UPDATE OF id, username_key, email_key, name ON users
WHEN OLD.id <> NEW.id OR OLD.username_key <> NEW.username_key OR OLD.email_key <> NEW.email_key OR OLD.name IS NOT NEW.name BEGIN
  INSERT INTO user_search (user_search, rowid, searched)
    SELECT 'delete', document, OLD.username_key || char(10) || OLD.email_key || char(10) || COALESCE(OLD.name, '')
    FROM user_documents WHERE user_id = OLD.id;
  UPDATE user_documents SET user_id = NEW.id WHERE user_id = OLD.id;
  INSERT INTO user_search (rowid, searched)
    SELECT document, NEW.username_key || char(10) || NEW.email_key || char(10) || COALESCE(NEW.name, '')
    FROM user_documents WHERE user_id = NEW.id;
END;
CREATE TRIGGER user_search_deleted AFTER DELETE ON users BEGIN
  INSERT INTO user_search (user_search, rowid, searched)
    SELECT 'delete', document, OLD.username_key || char(10) || OLD.email_key || char(10) || COALESCE(OLD.name, '')
    FROM user_documents WHERE user_id = OLD.id;
  DELETE FROM user_documents WHERE user_id = OLD.id;
END;
