import { columnsOf } from '@marquee/data/columns';
import type { Database, Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { pruneRows } from '@marquee/data/prune';
import type { NoticeKindName } from '@marquee/rules/notices';
import { Prisma } from '../../gen/prisma/client.ts';
import type { NoticeEvent, NoticeRow } from './notice.ts';

type Queryable = Pick<Database, 'query'>;
const COLUMNS = columnsOf(Object.values(Prisma.NoticeScalarFieldEnum));
const SHOWN = 'in_app AND deleted_at IS NULL';

/** More are not counted: the badge shows `99+`. */
const COUNTED_MAX = 100;

/** What one recipient of an event gets. */
type Recipient = { accountId: string; inApp: boolean; digestKey: string };

/** Adds a notice for each recipient who has none of the event yet, and gives the new ones. */
export function add(
  tx: Tx,
  event: NoticeEvent,
  recipients: readonly Recipient[],
  now: Date,
): Promise<{ id: string; accountId: string }[]> {
  const column = <K extends keyof Recipient>(key: K) => recipients.map((recipient) => recipient[key]);
  return tx.query<{ id: string; accountId: string }>(
    `INSERT INTO notices (id, account_id, in_app, digest_key, kind, event_key, variant, actor_id, film_id, subject_id, created_at)
     SELECT given.id, given.account_id, given.in_app, given.digest_key, $5, $6, $7, $8, $9, $10, $11
     FROM unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::text[]) AS given (id, account_id, in_app, digest_key)
     ON CONFLICT (kind, event_key, account_id) DO NOTHING RETURNING id, account_id`,
    [
      ...[recipients.map(() => newId()), column('accountId'), column('inApp'), column('digestKey'), event.kind],
      ...[event.eventKey, event.variant, event.actorId, event.filmId, event.subjectId, now],
    ],
  );
}

/** Raises the versions that open pages follow; in the order of the ids, so that two who do this never wait for each other. */
export function raise(tx: Tx, accountIds: readonly string[]): Promise<{ id: string; version: bigint }[]> {
  return tx.query<{ id: string; version: bigint }>(
    `INSERT INTO notice_boxes (account_id, version)
     SELECT id, 1 FROM (SELECT DISTINCT unnest($1::uuid[]) AS id ORDER BY 1) AS given
     ON CONFLICT (account_id) DO UPDATE SET version = notice_boxes.version + 1 RETURNING account_id AS id, version`,
    [accountIds],
  );
}

/** Newest first, from before the given id. */
export function page(
  db: Queryable,
  {
    accountId,
    unreadOnly,
    beforeId,
    limit,
  }: { accountId: string; unreadOnly: boolean; beforeId?: string; limit: number },
): Promise<NoticeRow[]> {
  return db.query<NoticeRow>(
    `SELECT ${COLUMNS} FROM notices WHERE account_id = $1 AND ${SHOWN} ${unreadOnly ? 'AND seen_at IS NULL' : ''}
       AND ($2::uuid IS NULL OR id < $2::uuid) ORDER BY id DESC LIMIT $3`,
    [accountId, beforeId ?? null, limit],
  );
}

export async function find(db: Queryable, accountId: string, id: string): Promise<NoticeRow | undefined> {
  const [row] = await db.query<NoticeRow>(
    `SELECT ${COLUMNS} FROM notices WHERE id = $1 AND account_id = $2 AND ${SHOWN}`,
    [id, accountId],
  );
  return row;
}

/** A notice that is still to be sent, whether or not the inbox shows it. */
export async function toSend(db: Queryable, id: string): Promise<NoticeRow | undefined> {
  const [row] = await db.query<NoticeRow>(
    `SELECT ${COLUMNS} FROM notices WHERE id = $1 AND deleted_at IS NULL AND seen_at IS NULL`,
    [id],
  );
  return row;
}

/** Whose a notice is, whatever became of it. */
export async function recipientOf(db: Queryable, id: string): Promise<string | undefined> {
  const [row] = await db.query<Pick<NoticeRow, 'accountId'>>('SELECT account_id FROM notices WHERE id = $1', [id]);
  return row?.accountId;
}

/** The notices of a day's mail, the newest first. */
export function inDigest(db: Queryable, digestKey: string, limit: number): Promise<NoticeRow[]> {
  return db.query<NoticeRow>(
    `SELECT ${COLUMNS} FROM notices WHERE digest_key = $1 AND deleted_at IS NULL AND seen_at IS NULL
     ORDER BY id DESC LIMIT $2`,
    [digestKey, limit],
  );
}

export async function countUnread(db: Queryable, accountId: string): Promise<{ unread: number; version: bigint }> {
  const [row] = await db.query<{ unread: number; version: bigint }>(
    `SELECT (SELECT count(*)::int FROM
        (SELECT 1 FROM notices WHERE account_id = $1 AND ${SHOWN} AND seen_at IS NULL LIMIT $2) AS counted) AS unread,
       coalesce((SELECT version FROM notice_boxes WHERE account_id = $1), 0) AS version`,
    [accountId, COUNTED_MAX],
  );
  return row ?? { unread: 0, version: 0n };
}

/** True when this changed it. */
export async function markSeen(tx: Tx, accountId: string, id: string, now: Date): Promise<boolean> {
  const rows = await tx.query(
    'UPDATE notices SET seen_at = $3 WHERE id = $1 AND account_id = $2 AND seen_at IS NULL RETURNING 1',
    [id, accountId, now],
  );
  return rows.length > 0;
}

/** Marks all up to a notice; true when this changed one. */
export async function markSeenUpTo(tx: Tx, accountId: string, id: string, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE notices SET seen_at = $3 WHERE account_id = $2 AND id <= $1 AND ${SHOWN} AND seen_at IS NULL RETURNING 1`,
    [id, accountId, now],
  );
  return rows.length > 0;
}

/** Deletes a notice, or takes that back; true when this changed it. */
export async function setDeleted(tx: Tx, accountId: string, id: string, deletedAt: Date | null): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE notices SET deleted_at = $3 WHERE id = $1 AND account_id = $2
       AND (deleted_at IS NULL) <> ($3::timestamptz IS NULL) RETURNING 1`,
    [id, accountId, deletedAt],
  );
  return rows.length > 0;
}

export async function exists(db: Queryable, accountId: string, id: string): Promise<boolean> {
  return (await db.query('SELECT 1 FROM notices WHERE id = $1 AND account_id = $2', [id, accountId])).length > 0;
}

const BETWEEN = `(account_id, actor_id) IN (($1::uuid, $2::text), ($2::uuid, $1::text))`;

/** Removes notices of some kinds that two people got of each other, and says who had one. */
export async function removeBetween(
  tx: Tx,
  one: string,
  other: string,
  kinds: readonly NoticeKindName[],
): Promise<string[]> {
  const rows = await tx.query<{ accountId: string }>(
    `DELETE FROM notices WHERE kind = ANY($3::text[]) AND ${BETWEEN} RETURNING account_id`,
    [one, other, kinds],
  );
  return rows.map(({ accountId }) => accountId);
}

/** Deletes some of the notices of others that name a person; gives how many. */
export async function deleteOfActor(tx: Tx, actorId: string, limit: number): Promise<number> {
  const rows = await tx.query(
    `DELETE FROM notices WHERE id IN (SELECT id FROM notices WHERE actor_id = $1 AND actor_id <> '' ORDER BY id LIMIT $2 FOR UPDATE)
     RETURNING 1`,
    [actorId, limit],
  );
  return rows.length;
}

/** A request that was answered is seen. */
export async function markAnswered(tx: Tx, accountId: string, actorId: string, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE notices SET seen_at = $3 WHERE account_id = $1::uuid AND actor_id = $2 AND kind = 'CONNECTION_REQUESTED'
       AND seen_at IS NULL RETURNING 1`,
    [accountId, actorId, now],
  );
  return rows.length > 0;
}

/** The notice of a person of one event is seen; true when this changed it. */
export async function markSeenOf(
  tx: Tx,
  { accountId, kind, eventKey }: Pick<NoticeRow, 'accountId' | 'kind' | 'eventKey'>,
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE notices SET seen_at = $4 WHERE kind = $1 AND event_key = $2 AND account_id = $3 AND seen_at IS NULL
     RETURNING 1`,
    [kind, eventKey, accountId, now],
  );
  return rows.length > 0;
}

/** Deletes what is older, and what was deleted before a moment. */
export async function prune(
  db: Database,
  { createdBefore, deletedBefore }: { createdBefore: Date; deletedBefore: Date },
) {
  await pruneRows(db, { table: 'notices', where: 'created_at < $1', values: [createdBefore] });
  await pruneRows(db, {
    table: 'notices',
    where: 'deleted_at IS NOT NULL AND deleted_at < $1',
    values: [deletedBefore],
  });
}
