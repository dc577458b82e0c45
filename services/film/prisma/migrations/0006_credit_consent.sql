-- A credit shows a person only once both sides agree: the maker of the film, who names the person or accepts their claim,
-- and the person, who claims the credit or accepts being named.
ALTER TABLE credit_claims ADD COLUMN maker_agrees boolean NOT NULL DEFAULT false;
UPDATE credit_claims SET maker_agrees = true WHERE state = 'ACCEPTED';

-- Credits that makers linked so far: nobody asked the person. They are asked now, but for a maker's own credits.
INSERT INTO credit_claims (id, film_id, crew_id, account_id, state, created_at, maker_agrees)
SELECT gen_random_uuid(), c.film_id, c.id, c.person_id,
  CASE WHEN c.person_id = f.created_by THEN 'ACCEPTED' ELSE 'OPEN' END, c.created_at, true
FROM crew c JOIN films f ON f.id = c.film_id
WHERE c.person_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM credit_claims l WHERE l.crew_id = c.id AND l.account_id = c.person_id AND l.state IN ('ACCEPTED', 'OPEN')
);
UPDATE crew c SET person_id = NULL WHERE person_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM credit_claims l WHERE l.crew_id = c.id AND l.account_id = c.person_id AND l.state = 'ACCEPTED'
);

CREATE INDEX credit_claims_named ON credit_claims (crew_id, id) WHERE maker_agrees;
CREATE INDEX credit_claims_account_id ON credit_claims (account_id, id) WHERE maker_agrees;
CREATE INDEX crew_person_id ON crew (person_id) WHERE person_id IS NOT NULL;

-- Who does not want a film to name them. A row outlives the credit, so that adding it again does not ask again.
CREATE TABLE credit_declines (
  film_id uuid NOT NULL,
  account_id uuid NOT NULL,
  declined_at timestamptz NOT NULL,
  PRIMARY KEY (film_id, account_id)
);
CREATE INDEX credit_declines_declined_at ON credit_declines (declined_at);
