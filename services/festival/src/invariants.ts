import type { Query } from '@marquee/data/database';
import { invariant, type ServiceInvariants } from '@marquee/data/invariants';
import { ledgerInvariants } from '@marquee/ledger/invariants';

export const invariants: ServiceInvariants = {
  invariants: [
    ...ledgerInvariants,
    invariant(
      'organization',
      'an active organization has a director',
      `SELECT 'organization ' || id || ' is active without a director' AS violation
       FROM organizations WHERE status = 'ACTIVE' AND director_id IS NULL`,
    ),
    invariant(
      'event',
      'an event at a venue is at one of its own organization',
      `SELECT 'event ' || e.id || ' is at a venue of another organization' AS violation
       FROM events e JOIN venues v ON v.id = e.venue_id WHERE v.festival_id <> e.festival_id`,
    ),
    invariant(
      'ticket type',
      'no event is offered to more people than it takes',
      `SELECT 'event ' || e.id || ' takes ' || coalesce(e.capacity, v.capacity) || ' and ' || sum(o.n) || ' are offered'
         AS violation
       FROM events e LEFT JOIN venues v ON v.id = e.venue_id JOIN ticket_type_events te ON te.event_id = e.id
         JOIN ticket_types t ON t.id = te.type_id,
         LATERAL (SELECT CASE WHEN t.withdrawn
           THEN (SELECT count(*) FROM ticket_units u WHERE u.type_id = t.id AND u.order_id IS NOT NULL)
           ELSE t.quantity END AS n) o
       GROUP BY e.id, v.capacity HAVING sum(o.n) > coalesce(e.capacity, v.capacity)`,
    ),
    invariant(
      'ticket type',
      'there are as many units as are offered',
      `SELECT 'ticket type ' || t.id || ' has ' || count(u.id) || ' units of ' || t.quantity AS violation
       FROM ticket_types t LEFT JOIN ticket_units u ON u.type_id = t.id
       GROUP BY t.id HAVING count(u.id) <> t.quantity`,
    ),
    invariant(
      'ticket order',
      'an order has the units of its state',
      `SELECT 'order ' || o.id || ' is ' || o.state || ' with ' || count(u.id) || ' units, '
         || count(u.id) FILTER (WHERE u.sold) || ' of them sold' AS violation
       FROM ticket_orders o LEFT JOIN ticket_units u ON u.order_id = o.id
       GROUP BY o.id
       HAVING count(u.id) <> CASE WHEN o.state IN ('HELD', 'DELIVERED', 'RETURNING')
           THEN o.quantity - o.returned_quantity ELSE 0 END
         OR count(u.id) FILTER (WHERE u.sold) <> CASE WHEN o.state IN ('DELIVERED', 'RETURNING')
           THEN o.quantity - o.returned_quantity ELSE 0 END`,
    ),
    invariant(
      'ticket wait',
      'who is asked has a unit kept, and who waits has none',
      `SELECT 'place ' || w.id || ' is ' || w.state || ' with ' || count(u.id) || ' units' AS violation
       FROM ticket_waits w LEFT JOIN ticket_units u ON u.wait_id = w.id
       GROUP BY w.id HAVING count(u.id) <> CASE WHEN w.state = 'OFFERED' THEN 1 ELSE 0 END`,
    ),
    invariant(
      'user ticket',
      'what is valid is of a delivered order, and every unit of one is a valid ticket',
      `SELECT 'ticket ' || t.id || ' is valid of an order that is ' || o.state AS violation
         FROM user_tickets t JOIN ticket_orders o ON o.id = t.order_id WHERE t.valid AND o.state <> 'DELIVERED'
       UNION ALL SELECT 'ticket ' || t.id || ' is of a unit of another order'
         FROM user_tickets t JOIN ticket_units u ON u.id = t.unit_id WHERE t.valid AND u.order_id IS DISTINCT FROM t.order_id
       UNION ALL SELECT 'unit ' || u.id || ' is sold without a ticket'
         FROM ticket_units u JOIN ticket_orders o ON o.id = u.order_id
           LEFT JOIN order_refunds r ON r.order_id = o.id AND r.part_id = u.id AND r.state = 'PENDING'
         WHERE o.state = 'DELIVERED'
           AND EXISTS (SELECT FROM user_tickets t WHERE t.unit_id = u.id AND t.valid) <> (r.id IS NULL)`,
    ),
    invariant(
      'ticket order',
      'no money is kept without its tickets, and no tickets without their money',
      `SELECT 'order ' || t.id || ' is ' || t.state || ', its money is ' || coalesce(o.state, 'missing') AS violation
       FROM ticket_orders t LEFT JOIN orders o ON o.id = t.id
         LEFT JOIN order_refunds r ON r.order_id = o.id AND r.state = 'PENDING' AND NOT r.is_part
       WHERE t.amount > 0 AND (
         o.id IS NULL OR o.amount <> t.amount
         OR (t.state = 'DELIVERED') <> (o.state = 'FULFILLED' AND r.id IS NULL)
         OR (t.state = 'RETURNING') <> (o.state = 'FULFILLED' AND r.id IS NOT NULL)
         OR (o.state = 'PAID' AND r.id IS NULL))
       UNION ALL SELECT 'order ' || t.id || ' had ' || t.returned_quantity || ' tickets taken back alone, and money back for '
         || count(r.id)
       FROM ticket_orders t JOIN order_refunds r ON r.order_id = t.id AND r.state = 'SUCCEEDED' AND r.part_id IS NOT NULL
       GROUP BY t.id HAVING count(r.id) > t.returned_quantity`,
    ),
    invariant(
      'ticket gift',
      'a ticket that waits for its recipient is in nobody’s hand, and one that was received is not its giver’s',
      `SELECT 'ticket ' || t.id || ' is on its way and held' AS violation
         FROM ticket_gifts g JOIN user_tickets t ON t.id = g.ticket_id WHERE g.state = 'SENT' AND t.holder_id IS NOT NULL
       UNION ALL SELECT 'ticket ' || t.id || ' is back with somebody who gave it'
         FROM ticket_gifts g JOIN user_tickets t ON t.id = g.ticket_id WHERE g.giver_id = t.holder_id`,
    ),
    invariant(
      'submission',
      'nothing is submitted without its money, and no money is kept without a submission',
      `SELECT 'submission ' || s.id || ' is ' || s.state || ', its money is ' || coalesce(o.state, 'missing') AS violation
       FROM submissions s LEFT JOIN orders o ON o.id = s.id
         LEFT JOIN order_refunds r ON r.order_id = o.id AND r.state = 'PENDING' AND NOT r.is_part
       WHERE s.amount > 0 AND (
         o.id IS NULL OR o.amount <> s.amount
         OR (s.state = 'SUBMITTED' AND NOT (o.state = 'FULFILLED' AND r.id IS NULL))
         OR (s.state IN ('HELD', 'RELEASED') AND o.state = 'FULFILLED')
         OR (o.state = 'PAID' AND r.id IS NULL))`,
    ),
    invariant(
      'waiver',
      'a waiver is used once for each submission that it lowered and that stands or stood',
      `SELECT 'waiver ' || w.id || ' has ' || w.uses || ' uses and ' || count(s.id) || ' submissions' AS violation
       FROM waivers w LEFT JOIN submissions s ON s.waiver_id = w.id AND s.state <> 'RELEASED'
       GROUP BY w.id HAVING w.uses <> count(s.id)`,
    ),
    invariant(
      'organization',
      'what is counted of its sales is what the ledger has booked, to the cent',
      `SELECT 'organization ' || coalesce(t.owner, b.owner) || ' has earned ' || coalesce(b.earned, 0) || ' and '
         || coalesce(t.earned, 0) || ' is counted' AS violation
       FROM (SELECT festival_id::text AS owner, sum(amount - fee) AS earned FROM (
           SELECT festival_id, amount, fee FROM tallies UNION ALL SELECT festival_id, amount, fee FROM tally_changes
         ) c GROUP BY 1) t
       FULL JOIN (SELECT a.owner, sum(e.amount) AS earned
         FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'EARNINGS'
           JOIN ledger_transfers m ON m.id = e.transfer_id AND m.state = 'POSTED' AND m.reason <> 'PAYOUT'
         GROUP BY a.owner) b ON b.owner = t.owner
       WHERE coalesce(t.earned, 0) <> coalesce(b.earned, 0)`,
    ),
    invariant(
      'ballot',
      'the sums of a counted ballot are its votes',
      `SELECT 'ballot ' || b.id || ' counts ' || coalesce(c.votes, 0) || ' votes and has ' || coalesce(v.votes, 0) AS violation
       FROM ballots b
       LEFT JOIN (SELECT ballot_id, sum(votes) AS votes FROM ballot_counts GROUP BY 1) c ON c.ballot_id = b.id
       LEFT JOIN (SELECT ballot_id, count(*) AS votes FROM votes GROUP BY 1) v ON v.ballot_id = b.id
       WHERE b.counted_at IS NOT NULL
         AND (coalesce(c.votes, 0) <> coalesce(v.votes, 0) OR coalesce(v.votes, 0) <> b.records)`,
    ),
    invariant(
      'ballot',
      'a choice is made once',
      `SELECT 'ballot ' || v.ballot_id || ' has two choices of one account' AS violation
       FROM votes v JOIN ballots b ON b.id = v.ballot_id WHERE b.type = 'CHOICE' AND v.account_id IS NOT NULL
       GROUP BY v.ballot_id, v.account_id HAVING count(*) > 1`,
    ),
  ],
  owns: {},
  copies: {},
};

/** How many valid tickets each of these orders has. */
export async function ticketsOnRecord(query: Query, orderIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await query<{ orderId: string; n: number }>(
    'SELECT order_id, count(*)::int AS n FROM user_tickets WHERE order_id = ANY($1) AND valid GROUP BY order_id',
    [orderIds],
  );
  return new Map(rows.map(({ orderId, n }) => [orderId, n]));
}

/** Every vote on these ballots, with its receipt. */
export function votesOnRecord(
  query: Query,
  ballotIds: readonly string[],
): Promise<{ accountId: string; receipt: string }[]> {
  return query("SELECT account_id, encode(commitment, 'hex') AS receipt FROM votes WHERE ballot_id = ANY($1)", [
    ballotIds,
  ]);
}

/** Which of these scans are kept. Their ids are unique, so that none is there twice. */
export async function scansOnRecord(query: Query, ids: readonly string[]): Promise<Set<string>> {
  const rows = await query<{ id: string }>('SELECT id FROM ticket_scans WHERE id = ANY($1)', [ids]);
  return new Set(rows.map(({ id }) => id));
}
