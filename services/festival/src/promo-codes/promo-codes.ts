import { columnsOf, insertClause } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import type { PromoKindName } from '@marquee/rules/promo-codes';
import { Prisma, type PromoCode as Row } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';

/** A code with the ticket types that it is for; none for all of its organization. */
export type PromoCode = Omit<Row, 'kind'> & { kind: PromoKindName; ticketTypeIds: string[] };
/** What its organization sees. */
export type PromoCodeUsage = PromoCode & { used: number };

const COLUMNS = columnsOf(Object.values(Prisma.PromoCodeScalarFieldEnum), 'c');
const TYPES = 'array(SELECT ct.type_id FROM promo_code_types ct WHERE ct.code_id = c.id ORDER BY 1) AS ticket_type_ids';
const USED = `(SELECT count(*)::int FROM promo_code_uses u WHERE u.code_id = c.id AND u.order_id IS NOT NULL) AS used`;

/** A code of an organization that has not been withdrawn. */
export async function findUsable(db: Queryable, festivalId: string, code: string): Promise<PromoCode | undefined> {
  const [row] = await db.query<PromoCode>({
    name: 'promo-codes.usable',
    text: `SELECT ${COLUMNS}, ${TYPES} FROM promo_codes c WHERE c.festival_id = $1 AND c.code = $2 AND NOT c.withdrawn`,
    values: [festivalId, code],
  });
  return row;
}

export async function findUsage(db: Queryable, id: string): Promise<PromoCodeUsage | undefined> {
  const [row] = await db.query<PromoCodeUsage>({
    name: 'promo-codes.usage',
    text: `SELECT ${COLUMNS}, ${TYPES}, ${USED} FROM promo_codes c WHERE c.id = $1`,
    values: [id],
  });
  return row;
}

/** All codes of an organization, the newest first: as many as it may have. */
export function list(db: Queryable, festivalId: string): Promise<PromoCodeUsage[]> {
  return db.query<PromoCodeUsage>({
    name: 'promo-codes.list',
    text: `SELECT ${COLUMNS}, ${TYPES}, ${USED} FROM promo_codes c WHERE c.festival_id = $1
      ORDER BY c.created_at DESC, c.id DESC LIMIT 1000`,
    values: [festivalId],
  });
}

export async function countOf(db: Queryable, festivalId: string): Promise<number> {
  const text = 'SELECT count(*)::int AS n FROM promo_codes WHERE festival_id = $1 AND NOT withdrawn';
  return (await db.query<{ n: number }>(text, [festivalId]))[0]?.n ?? 0;
}

/** A new code with a row for each use; false where the organization has such a code. */
export async function insert(tx: Tx, { ticketTypeIds, ...row }: Omit<PromoCode, 'withdrawn'>): Promise<boolean> {
  const { text, values } = insertClause(row);
  const made = await tx.query(`INSERT INTO promo_codes ${text} ON CONFLICT DO NOTHING RETURNING 1`, values);
  if (made.length === 0) return false;
  await tx.query('INSERT INTO promo_code_types (code_id, type_id) SELECT $1, unnest($2::uuid[])', [
    row.id,
    ticketTypeIds,
  ]);
  await tx.query(
    'INSERT INTO promo_code_uses (id, code_id) SELECT gen_random_uuid(), $1 FROM generate_series(1, $2::int)',
    [row.id, row.uses],
  );
  return true;
}

export async function withdraw(tx: Tx, id: string): Promise<void> {
  await tx.query('UPDATE promo_codes SET withdrawn = true WHERE id = $1', [id]);
}

/** One order of a customer with a code at a time: locks nothing that another customer needs. */
export async function takeTurn(tx: Tx, accountId: string, codeId: string): Promise<void> {
  await tx.query({
    name: 'promo-codes.turn',
    text: "SELECT pg_advisory_xact_lock(hashtextextended('code of ' || $1 || ' ' || $2, 0))",
    values: [accountId, codeId],
  });
}

/** In how many orders of a customer a code is. */
export async function usesOf(db: Queryable, accountId: string, codeId: string): Promise<number> {
  const [row] = await db.query<{ n: number }>({
    name: 'promo-codes.uses-of',
    text: `SELECT count(*)::int AS n FROM ticket_orders
      WHERE promo_code_id = $2 AND account_id = $1 AND state IN ('HELD', 'DELIVERED', 'RETURNING')`,
    values: [accountId, codeId],
  });
  return row?.n ?? 0;
}

/** Whether a use is left. */
export async function hasFree(db: Queryable, codeId: string): Promise<boolean> {
  const text = 'SELECT 1 FROM promo_code_uses WHERE code_id = $1 AND order_id IS NULL LIMIT 1';
  return (await db.query({ name: 'promo-codes.has-free', text, values: [codeId] })).length > 0;
}

/** Takes a use for an order, without waiting for anybody; false where none is left. */
export async function claim(tx: Tx, codeId: string, orderId: string): Promise<boolean> {
  const rows = await tx.query({
    name: 'promo-codes.claim',
    text: `UPDATE promo_code_uses SET order_id = $2 WHERE id = (
      SELECT id FROM promo_code_uses WHERE code_id = $1 AND order_id IS NULL LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING 1`,
    values: [codeId, orderId],
  });
  return rows.length > 0;
}

/** The use of an order is for others again. */
export async function free(tx: Tx, orderId: string): Promise<void> {
  const text = 'UPDATE promo_code_uses SET order_id = NULL WHERE order_id = $1';
  await tx.query({ name: 'promo-codes.free', text, values: [orderId] });
}
