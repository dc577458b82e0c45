-- What was sold and who came, as sums by hour. Whoever sells appends a change, so that nobody waits for a row that all share; a
-- loop folds the changes into the sums.
CREATE TABLE tally_changes (
  id bigserial PRIMARY KEY,
  festival_id uuid NOT NULL,
  -- A ticket type, a call, or an event for who came.
  subject_id uuid NOT NULL,
  -- When it was, cut to the hour.
  hour timestamptz NOT NULL,
  -- Orders that were paid, and those of them whose money went back.
  sales int NOT NULL,
  refunds int NOT NULL,
  -- Tickets that were delivered, free ones too, and those that were given back.
  tickets int NOT NULL,
  returned int NOT NULL,
  -- What was paid less what went back, and the platform's part of it, in minor units.
  amount bigint NOT NULL,
  fee bigint NOT NULL,
  -- People who were let in at a door, and who watched enough of a film of the event.
  doors int NOT NULL,
  watched int NOT NULL
);
CREATE TABLE tallies (
  festival_id uuid NOT NULL,
  subject_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  sales int NOT NULL,
  refunds int NOT NULL,
  tickets int NOT NULL,
  returned int NOT NULL,
  amount bigint NOT NULL,
  fee bigint NOT NULL,
  doors int NOT NULL,
  watched int NOT NULL,
  PRIMARY KEY (festival_id, subject_id, hour)
);

-- Who is suspended, from identity: payouts of what they direct wait.
CREATE TABLE suspended_accounts (
  id uuid PRIMARY KEY,
  version bigint NOT NULL,
  suspended boolean NOT NULL
);

-- What was sold and who came before. Where nothing could be sold yet, there are no orders.
DO $$
BEGIN
  IF to_regclass('orders') IS NOT NULL THEN
    INSERT INTO tally_changes (festival_id, subject_id, hour, sales, refunds, tickets, returned, amount, fee, doors, watched)
      SELECT o.payee_id, coalesce(s.call_id, o.item_id), date_trunc('hour', o.fulfilled_at, 'UTC'), 1, 0,
        coalesce(t.quantity, 0), 0, o.amount, o.fee, 0, 0
      FROM orders o LEFT JOIN ticket_orders t ON t.id = o.id LEFT JOIN submissions s ON s.id = o.id
      WHERE o.fulfilled_at IS NOT NULL;
    INSERT INTO tally_changes (festival_id, subject_id, hour, sales, refunds, tickets, returned, amount, fee, doors, watched)
      SELECT o.payee_id, coalesce(s.call_id, o.item_id), date_trunc('hour', max(r.ended_at), 'UTC'), 0, 1, 0,
        coalesce(t.quantity, 0), -o.amount, -o.fee, 0, 0
      FROM orders o JOIN order_refunds r ON r.order_id = o.id AND r.state = 'SUCCEEDED'
        LEFT JOIN ticket_orders t ON t.id = o.id LEFT JOIN submissions s ON s.id = o.id
      WHERE o.fulfilled_at IS NOT NULL AND o.state = 'REFUNDED'
      GROUP BY o.id, s.call_id, t.quantity;
    INSERT INTO tally_changes (festival_id, subject_id, hour, sales, refunds, tickets, returned, amount, fee, doors, watched)
      SELECT y.festival_id, t.type_id, date_trunc('hour', t.created_at, 'UTC'), 0, 0, t.quantity,
        CASE t.state WHEN 'RETURNED' THEN t.quantity ELSE 0 END, 0, 0, 0, 0
      FROM ticket_orders t JOIN ticket_types y ON y.id = t.type_id
      WHERE t.amount = 0 AND t.state IN ('DELIVERED', 'RETURNING', 'RETURNED');
  END IF;
  INSERT INTO tally_changes (festival_id, subject_id, hour, sales, refunds, tickets, returned, amount, fee, doors, watched)
    SELECT e.festival_id, a.event_id, date_trunc('hour', a.at, 'UTC'), 0, 0, 0, 0, 0, 0,
      count(*) FILTER (WHERE a.source = 'SCAN'), count(*) FILTER (WHERE a.source = 'WATCHED')
    FROM attendances a JOIN events e ON e.id = a.event_id
    GROUP BY e.festival_id, a.event_id, date_trunc('hour', a.at, 'UTC');
END
$$;
