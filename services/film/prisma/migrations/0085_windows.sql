-- When a film can be had, how long somebody who has unlocked it may wait before they start, and how long they then have.
ALTER TABLE films
  ADD COLUMN available_from timestamptz,
  ADD COLUMN available_until timestamptz,
  -- 0: the unlock simply lasts as long as the site says.
  ADD COLUMN start_window_hours int NOT NULL DEFAULT 0,
  ADD COLUMN watch_window_hours int NOT NULL DEFAULT 0;

-- The terms at the time of the unlock: a maker who changes them later changes them for nobody who has unlocked. With
-- watch_seconds, the end is when to have started by, until the film is started.
ALTER TABLE unlocks ADD COLUMN watch_seconds int, ADD COLUMN started_at timestamptz;
ALTER TABLE entitlements ADD COLUMN watch_seconds int, ADD COLUMN started_at timestamptz;

CREATE OR REPLACE FUNCTION unlocks_entitle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM entitlements
    WHERE account_id = OLD.account_id AND film_id = OLD.film_id AND source = 'UNLOCK' AND source_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO entitlements (account_id, film_id, source, source_id, ends_at, watch_seconds, started_at)
    VALUES (NEW.account_id, NEW.film_id, 'UNLOCK', NEW.id, NEW.expire_at, NEW.watch_seconds, NEW.started_at)
    ON CONFLICT (account_id, film_id, source, source_id) DO UPDATE
      SET ends_at = excluded.ends_at, watch_seconds = excluded.watch_seconds, started_at = excluded.started_at;
  END IF;
  RETURN NULL;
END $$;

-- Time that staff gave somebody to watch a film. Each that is not taken back has an entitlement with its id.
CREATE TABLE access_grants (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  film_id uuid NOT NULL REFERENCES films (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('EXTRA_TIME', 'REPLAY')),
  hours int NOT NULL CHECK (hours > 0),
  reason text NOT NULL,
  granted_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  taken_back_at timestamptz,
  taken_back_by uuid
);
CREATE INDEX access_grants_account_id ON access_grants (account_id, created_at DESC, id DESC);
CREATE INDEX access_grants_film_id ON access_grants (film_id);
