-- Staff's queue: since when a film waits for review, and what they asked of its maker.
ALTER TABLE films ADD COLUMN submitted_at timestamptz;
ALTER TABLE films ADD COLUMN change_state text NOT NULL DEFAULT '';
ALTER TABLE films ADD CONSTRAINT films_change_state CHECK (change_state IN ('', 'REQUESTED', 'ANSWERED')) NOT VALID;
ALTER TABLE films ADD COLUMN change_reason text NOT NULL DEFAULT '';
ALTER TABLE films ADD COLUMN changes_requested_at timestamptz;
-- Films that wait already: the last change is the nearest that is known. So is what a process of the release before publishes.
UPDATE films SET submitted_at = updated_at WHERE published AND NOT is_approved;
CREATE INDEX films_waiting ON films (id) WHERE published AND NOT is_approved;

-- Who did what to a film, and when. Outlives the film, and only grows.
CREATE TABLE film_actions (
  id uuid PRIMARY KEY,
  film_id uuid NOT NULL,
  -- Of the film, after the action.
  version bigint NOT NULL,
  kind text NOT NULL,
  actor_id uuid NOT NULL,
  reason text NOT NULL DEFAULT '',
  -- [{field, before, after}], as texts.
  changes jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL
);
CREATE INDEX film_actions_film_id ON film_actions (film_id, version DESC, id DESC);

CREATE FUNCTION film_actions_only_grow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'film_actions only grows: no % of a row', lower(TG_OP);
END $$;
CREATE TRIGGER film_actions_only_grow BEFORE UPDATE OR DELETE ON film_actions
  FOR EACH ROW EXECUTE FUNCTION film_actions_only_grow();
