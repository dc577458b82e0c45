-- Ends a transaction as one that has collided with another, so that it is repeated: a statement whose rows nobody waits for
-- says by it that what the transaction counts on does not hold.
CREATE FUNCTION repeat_unless(holds boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF holds IS NOT TRUE THEN
    RAISE EXCEPTION 'what the transaction counts on does not hold' USING ERRCODE = 'serialization_failure';
  END IF;
END $$;
