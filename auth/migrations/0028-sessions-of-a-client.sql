-- "Which sessions have signed in to this client, newest first?" The id of a session begins with its time.
CREATE INDEX oidc_grants_by_client_and_session ON oidc_grants (client_id, session_id);
