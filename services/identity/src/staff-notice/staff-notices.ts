import type { Database, Tx } from '@marquee/data/database';
import { existing } from '@marquee/data/existing';
import { pruneRows } from '@marquee/data/prune';
import type { StaffNotice } from '../../gen/prisma/client.ts';

type Queryable = Pick<Database, 'query'>;

export type SentNotice = StaffNotice & { senderName: string };

/** Keeps a notice with those of these accounts who can get one; gives their number. */
export async function insert(
  tx: Tx,
  notice: Omit<StaffNotice, 'recipients'>,
  accountIds: readonly string[],
): Promise<number> {
  const added = await tx.query({
    name: 'staff-notices.recipients',
    text: `INSERT INTO staff_notice_recipients (staff_notice_id, account_id)
      SELECT $1, id FROM accounts
      WHERE id = ANY($2) AND suspended_at IS NULL AND deleted_at IS NULL AND closing_at IS NULL
      ON CONFLICT DO NOTHING RETURNING 1`,
    values: [notice.id, accountIds],
  });
  await tx.query({
    name: 'staff-notices.insert',
    text: `INSERT INTO staff_notices (id, title, text, recipients, sent_by, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [notice.id, notice.title, notice.text, added.length, notice.sentBy, notice.createdAt],
  });
  return added.length;
}

const SELECT_SENT = `SELECT n.id, n.title, n.text, n.recipients, n.sent_by, n.created_at,
    coalesce(trim(a.first_name || ' ' || a.last_name), '') AS sender_name
  FROM staff_notices n LEFT JOIN accounts a ON a.id = n.sent_by`;

/** A notice that is there. */
export async function get(db: Queryable, id: string): Promise<SentNotice> {
  const [notice] = await db.query<SentNotice>({
    name: 'staff-notices.get',
    text: `${SELECT_SENT} WHERE n.id = $1`,
    values: [id],
  });
  return existing(notice, `the staff notice ${id}`);
}

/** Newest first, from before the given id. */
export function list(db: Queryable, beforeId: string | undefined, limit: number): Promise<SentNotice[]> {
  return db.query<SentNotice>({
    name: 'staff-notices.list',
    text: `${SELECT_SENT}
      WHERE $1::uuid IS NULL OR n.id < $1 ORDER BY n.id DESC LIMIT $2`,
    values: [beforeId ?? null, limit],
  });
}

export function find(db: Queryable, ids: readonly string[]): Promise<StaffNotice[]> {
  return db.query<StaffNotice>({
    name: 'staff-notices.find',
    text: 'SELECT id, title, text, recipients, sent_by, created_at FROM staff_notices WHERE id = ANY($1)',
    values: [ids],
  });
}

/** Recipients in the order of their ids, from after one of them. */
export async function recipients(
  db: Queryable,
  id: string,
  afterId: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ accountId: string }>({
    name: 'staff-notices.recipients-page',
    text: `SELECT account_id FROM staff_notice_recipients
      WHERE staff_notice_id = $1 AND ($2::uuid IS NULL OR account_id > $2) ORDER BY account_id LIMIT $3`,
    values: [id, afterId ?? null, limit],
  });
  return rows.map(({ accountId }) => accountId);
}

/** Deletes notices of before `before`, and whom they were for. */
export async function prune(db: Database, before: Date): Promise<void> {
  const values = [before];
  await pruneRows(db, {
    table: 'staff_notice_recipients',
    where: 'staff_notice_id IN (SELECT id FROM staff_notices WHERE created_at < $1)',
    values,
  });
  await pruneRows(db, { table: 'staff_notices', where: 'created_at < $1', values });
}
