-- NULL until film was asked for them: films that are kept already are asked for again.
ALTER TABLE films ADD COLUMN directors text[];
CREATE INDEX films_directors_unknown ON films (id) WHERE directors IS NULL;
