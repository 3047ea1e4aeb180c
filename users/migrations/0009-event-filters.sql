-- "What of this type came after this position?"
CREATE INDEX events_by_type ON events (type, position) WHERE position IS NOT NULL;
-- "What came after this position about this subject?"
CREATE INDEX events_by_subject_in_order ON events (subject, position) WHERE position IS NOT NULL;
