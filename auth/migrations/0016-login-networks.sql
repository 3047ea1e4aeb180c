-- The network in which a login that waits for its next step began (IPv4 /24, IPv6 /48). Each has a limit of its own.
ALTER TABLE logins ADD COLUMN network TEXT NOT NULL DEFAULT '';
