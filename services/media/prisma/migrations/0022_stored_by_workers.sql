-- How many files and bytes a worker on another machine has stored in its attempt.
ALTER TABLE transcodes ADD COLUMN stored_files int NOT NULL DEFAULT 0, ADD COLUMN stored_bytes bigint NOT NULL DEFAULT 0;
