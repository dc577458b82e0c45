-- Credits are listed by department, and within one in the order that the maker sets: by position, and by id where it is the
-- same. What a credit is called decides its department: 1 direction, 2 writing, 3 cast, 4 crew.
CREATE FUNCTION film_department(credit text) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (CASE
    WHEN lower(btrim(credit, ' :.')) IN ('directed by', 'director', 'directors', 'direction', 'co-director', 'co-directors',
      'co-directed by', 'a film by', 'dirigida por', 'dirigido por', 'dirección', 'director/a', 'directora',
      'réalisé par', 'réalisation', 'réalisateur', 'réalisatrice', 'realização', 'realizado por', 'regie') THEN 1
    WHEN lower(btrim(credit, ' :.')) IN ('written by', 'writer', 'writers', 'co-writer', 'co-writers', 'co-written by',
      'screenplay', 'screenplay by', 'script', 'script by', 'story', 'story by', 'written for the screen by', 'teleplay by',
      'guion', 'guión', 'escrita por', 'escrito por', 'scénario', 'écrit par', 'argumento', 'drehbuch') THEN 2
    WHEN lower(btrim(credit, ' :.')) IN ('cast', 'starring', 'with', 'actor', 'actors', 'actress', 'voice', 'voices', 'voice of',
      'voice cast', 'featuring', 'narrator', 'narrated by', 'reparto', 'elenco', 'avec', 'darsteller') THEN 3
    ELSE 4 END)::smallint
$$;

ALTER TABLE crew ADD COLUMN position integer NOT NULL DEFAULT 0;
CREATE INDEX crew_billing ON crew (film_id, film_department(credit), position, id);
