-- What is found by its words. A collection is what one search looks through; a row may be in several, with other words in
-- each. Weights of the vector: A title, B main names, C other names and facts, D prose. The lexeme '^s' says that the
-- title begins with an s.
CREATE TABLE search_documents (
  collection text NOT NULL,
  id uuid NOT NULL,
  -- The words of the title without an article at its beginning.
  title text NOT NULL,
  vector tsvector NOT NULL,
  PRIMARY KEY (collection, id)
);
-- Without a list of pending entries, which every search would have to read through.
CREATE INDEX search_documents_vector ON search_documents USING gin (vector) WITH (fastupdate = off);

-- The distinct words of titles, names and facts, and how many documents of the collection have them.
CREATE TABLE search_words (
  collection text NOT NULL,
  word text COLLATE "C" NOT NULL,
  documents integer NOT NULL,
  PRIMARY KEY (collection, word)
);

-- Each of those words, whole and with one letter left out. Two words that differ by one letter that is missing, wrong, one
-- too many or swapped with its neighbour have one of these in common.
CREATE TABLE search_deletions (
  collection text NOT NULL,
  deletion text COLLATE "C" NOT NULL,
  word text COLLATE "C" NOT NULL,
  PRIMARY KEY (collection, deletion, word)
);

-- Rows that have changed and are not indexed yet. A row may be listed several times, so that no transaction waits for another.
CREATE TABLE search_stale (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source text NOT NULL,
  id uuid NOT NULL
);

-- For a trigger of each table of which documents are made: search_mark(source, column that holds the row's id).
CREATE FUNCTION search_mark() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    IF TG_OP <> 'INSERT' THEN
      INSERT INTO search_stale (source, id) VALUES (TG_ARGV[0], (to_jsonb(OLD) ->> TG_ARGV[1])::uuid);
    END IF;
    IF TG_OP = 'INSERT' OR (TG_OP = 'UPDATE' AND to_jsonb(NEW) ->> TG_ARGV[1] <> to_jsonb(OLD) ->> TG_ARGV[1]) THEN
      INSERT INTO search_stale (source, id) VALUES (TG_ARGV[0], (to_jsonb(NEW) ->> TG_ARGV[1])::uuid);
    END IF;
    RETURN NULL;
  END
  $$;

-- The best documents of a collection for a planned search: those that have every word in titles, names and facts come
-- first, then those where words only begin with what was typed, then those that have some of them in their prose, then
-- those of other spellings. Within each of these a title that is one of `titles`, or begins with one, comes first.
CREATE FUNCTION search_found(
  searched text, whole tsquery, beginning tsquery, anywhere tsquery, spelled tsquery, titles text[], documents_max integer
) RETURNS TABLE (id uuid, relevance double precision)
  LANGUAGE sql STABLE
  AS $$
    SELECT d.id,
      CASE WHEN d.vector @@ whole THEN 12 WHEN d.vector @@ beginning THEN 8 WHEN d.vector @@ anywhere THEN 4 ELSE 0 END
        + CASE WHEN d.title = ANY (titles) THEN 2
            WHEN EXISTS (SELECT 1 FROM unnest(titles) AS t (title) WHERE starts_with(d.title, t.title)) THEN 1 ELSE 0 END
        + ts_rank('{0.05, 0.2, 0.5, 1}', d.vector, anywhere || spelled)::double precision AS relevance
    FROM search_documents d
    WHERE d.collection = searched AND d.vector @@ (anywhere || spelled)
    ORDER BY relevance DESC, d.id DESC
    LIMIT documents_max
  $$;
