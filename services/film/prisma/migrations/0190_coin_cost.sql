-- What a film costs in coins; 0 where it cannot be unlocked with coins.
ALTER TABLE films ADD COLUMN coin_cost bigint NOT NULL DEFAULT 0 CHECK (coin_cost >= 0);
