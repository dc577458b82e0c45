-- What has not ended, of all organizations: events that are over are the most, and are not walked.
CREATE INDEX events_published_end_time ON events (end_time) WHERE status = 'PUBLISHED';
