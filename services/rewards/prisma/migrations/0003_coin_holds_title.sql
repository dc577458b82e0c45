-- What an order was for, as its buyer knows it: the list of their coins names it. Orders so far have none.
ALTER TABLE coin_holds ADD COLUMN item_title text NOT NULL DEFAULT '';
