-- The host in the URLs that no setting names, as in the table of the same name of the authentication service: this one is for a
-- user service without that service in its process, and for commands. An installation that has users keeps the address.
CREATE TABLE default_urls (
  host TEXT PRIMARY KEY
);
INSERT INTO default_urls (host)
SELECT CASE WHEN EXISTS (SELECT 1 FROM users) THEN 'listen_address' ELSE 'localhost' END;
