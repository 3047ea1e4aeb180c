-- The host in the URLs that no setting names: `localhost`, or `listen_address`, the address that the ports are bound to. Versions
-- without this table used the address. An installation of theirs, which has keys or clients, keeps it: another issuer would end
-- every token and break every client.
CREATE TABLE default_urls (
  host TEXT PRIMARY KEY
);
INSERT INTO default_urls (host)
SELECT CASE
  WHEN EXISTS (SELECT 1 FROM signing_keys) OR EXISTS (SELECT 1 FROM oidc_clients) THEN 'listen_address'
  ELSE 'localhost'
END;
