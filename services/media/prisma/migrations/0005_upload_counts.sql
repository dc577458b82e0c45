-- How many files a maker has uploaded on the last day (UTC) with uploads, whether they exist still or not.
CREATE TABLE upload_counts (
  owner_id uuid PRIMARY KEY,
  day date NOT NULL,
  files int NOT NULL
);
