import { columnsOf, insertClause } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { Prisma, type TicketGift as Row } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';
import { NAME } from '../people/people.ts';
import type { Hash } from './address-hashes.ts';

export type GiftState = 'SENT' | 'RECEIVED';
export type TicketGift = Omit<Row, 'state'> & { state: GiftState };
/** A gift with the names that its giver and its recipient read. */
export type NamedGift = TicketGift & { giverName: string; recipientName: string };

const COLUMNS = columnsOf(Object.values(Prisma.TicketGiftScalarFieldEnum), 'g');
const GIVER = `(SELECT ${NAME} FROM people p WHERE p.id = g.giver_id)`;
const RECIPIENT = `(SELECT ${NAME} FROM people p WHERE p.id = g.recipient_id)`;
// Of a gift by mail the giver reads what they wrote: who owns the address is not theirs to learn.
const NAMED = `SELECT ${COLUMNS}, coalesce(${GIVER}, '') AS giver_name,
    coalesce(nullif(trim(g.first_name || ' ' || g.last_name), ''), ${RECIPIENT}, '') AS recipient_name
  FROM ticket_gifts g`;

const DAY_MS = 86_400_000;

/** The gifts of a ticket, the latest first. Its row is locked. */
export function ofTicket(db: Queryable, ticketId: string): Promise<NamedGift[]> {
  return db.query<NamedGift>({
    name: 'ticket-gifts.of-ticket',
    text: `${NAMED} WHERE g.ticket_id = $1 ORDER BY g.created_at DESC, g.id DESC`,
    values: [ticketId],
  });
}

export async function find(db: Queryable, id: string): Promise<NamedGift | undefined> {
  const text = `${NAMED} WHERE g.id = $1`;
  const [row] = isId(id) ? await db.query<NamedGift>({ name: 'ticket-gifts.find', text, values: [id] }) : [];
  return row;
}

/** The gift that a ticket is on its way with. */
export async function findOpen(db: Queryable, ticketId: string): Promise<NamedGift | undefined> {
  const text = `${NAMED} WHERE g.ticket_id = $1 AND g.state = 'SENT'`;
  const [row] = isId(ticketId)
    ? await db.query<NamedGift>({ name: 'ticket-gifts.open', text, values: [ticketId] })
    : [];
  return row;
}

export async function insert(tx: Tx, gift: Omit<TicketGift, 'version'>): Promise<void> {
  const { text, values } = insertClause(gift);
  await tx.query(`INSERT INTO ticket_gifts ${text}`, values);
}

/** The recipient of a gift by mail accepts it; its address is forgotten. */
export async function receive(tx: Tx, id: string, recipientId: string, now: Date): Promise<void> {
  await tx.query({
    name: 'ticket-gifts.receive',
    text: `UPDATE ticket_gifts SET state = 'RECEIVED', recipient_id = $2, received_at = $3, email = '', phone_number = '',
      version = version + 1 WHERE id = $1`,
    values: [id, recipientId, now],
  });
}

/** Gifts that wait for the owner of one of these addresses, to events that have not ended, the newest first. */
export function listWaiting(db: Queryable, addresses: readonly Hash[], now: Date, limit: number): Promise<NamedGift[]> {
  return db.query<NamedGift>({
    name: 'ticket-gifts.waiting',
    text: `${NAMED} JOIN user_tickets t ON t.id = g.ticket_id JOIN events e ON e.id = t.event_id
      WHERE g.address_hash = ANY($1::bytea[]) AND g.state = 'SENT' AND t.valid AND e.end_time >= $2
      ORDER BY g.created_at DESC, g.id DESC LIMIT $3`,
    values: [addresses, now, limit],
  });
}

/** What somebody has given, to events that have not ended, the newest first. */
export function listGiven(db: Queryable, giverId: string, now: Date, limit: number): Promise<NamedGift[]> {
  return db.query<NamedGift>({
    name: 'ticket-gifts.given',
    text: `${NAMED} JOIN user_tickets t ON t.id = g.ticket_id JOIN events e ON e.id = t.event_id
      WHERE g.giver_id = $1 AND t.valid AND e.end_time >= $2 ORDER BY g.created_at DESC, g.id DESC LIMIT $3`,
    values: [giverId, now, limit],
  });
}

/** Lets the gifts by mail of one giver, and those to one mailbox, follow one another until the transaction ends. */
export async function takeTurn(tx: Tx, giverId: string, mailbox: Hash): Promise<void> {
  for (const name of [`giver ${giverId}`, `mailbox ${Buffer.from(mailbox).toString('hex')}`]) {
    await tx.query({
      name: 'ticket-gifts.turn',
      text: "SELECT pg_advisory_xact_lock(hashtextextended('gifts of ' || $1, 0))",
      values: [name],
    });
  }
}

/** How many gifts by mail there were in the last day: of the giver, of the two, and with a mail to the mailbox. */
export async function countLately(
  tx: Tx,
  { giverId, mailbox, now }: { giverId: string; mailbox: Hash; now: Date },
): Promise<{ ofGiver: number; ofPair: number; mailed: number }> {
  const [row] = await tx.query<{ ofGiver: number; ofPair: number; mailed: number }>({
    name: 'ticket-gifts.lately',
    text: `SELECT count(*) FILTER (WHERE giver_id = $1)::int AS of_giver,
        count(*) FILTER (WHERE giver_id = $1 AND mailbox_hash = $2)::int AS of_pair,
        count(*) FILTER (WHERE mailbox_hash = $2 AND mailed)::int AS mailed
      FROM ticket_gifts WHERE created_at > $3 AND mailbox_hash IS NOT NULL AND (giver_id = $1 OR mailbox_hash = $2)`,
    values: [giverId, mailbox, new Date(now.getTime() - DAY_MS)],
  });
  return row ?? { ofGiver: 0, ofPair: 0, mailed: 0 };
}

/** Forgets the addresses that no mail needs any more; the gifts still wait. */
export async function forgetAddresses(db: Queryable, before: Date): Promise<void> {
  await db.query("UPDATE ticket_gifts SET email = '' WHERE email <> '' AND created_at < $1", [before]);
  await db.query("UPDATE ticket_gifts SET phone_number = '' WHERE phone_number <> '' AND created_at < $1", [before]);
}
