-- Whether a client must use PKCE: always, or_nonce or never. It is a column and not a part of `metadata`, which a node of the version
-- before writes as a whole: that node would remove the setting. It treats every client as one that must use PKCE.
ALTER TABLE oidc_clients ADD COLUMN require_pkce TEXT NOT NULL DEFAULT 'always';
