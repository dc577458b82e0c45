-- What an order was for, as its buyer knows it: the list of their coins names it. Orders so far have none.
ALTER TABLE coin_holds ADD COLUMN item_title text NOT NULL DEFAULT '';
-- By which the order is found whose coins came back.
CREATE UNIQUE INDEX coin_holds_return_id_key ON coin_holds (return_id);
