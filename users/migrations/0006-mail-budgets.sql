-- How many mails a bucket (a recipient, a user, a network that asks) has had since its window began.
CREATE TABLE mail_budgets (
  bucket  TEXT   PRIMARY KEY,
  sent    BIGINT NOT NULL,
  ends_at BIGINT NOT NULL
);
-- "Which windows are over?"
CREATE INDEX mail_budgets_by_end ON mail_budgets (ends_at);
