-- PostgreSQL runs this once, when its volume is new.
CREATE DATABASE latchkey_users;
CREATE DATABASE latchkey_auth;
