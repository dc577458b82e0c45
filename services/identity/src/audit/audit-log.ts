import type { Database, Tx } from '@marquee/data/database';
import { isId, newId } from '@marquee/data/ids';
import type { AuditEntry as Row } from '../../gen/prisma/client.ts';

/** What staff do, as the log keeps it; the names of the contract's AuditKind. */
export type AuditKind =
  | 'USER_EDITED'
  | 'USER_BANNED'
  | 'USER_UNBANNED'
  | 'USER_DELETED'
  | 'USER_INVITED'
  | 'DEVICE_DELETED'
  | 'PASSKEY_LINK_CREATED'
  | 'ROLE_GIVEN'
  | 'USERS_NOTIFIED'
  | 'PICTURE_CHANGED'
  | 'REPORT_CHANGED'
  | 'PLAN_GRANTED'
  | 'PLAN_ENDED'
  | 'PLAN_REFUNDED'
  | 'PLAN_REFUND_ASKED'
  | 'PLAN_REFUND_FAILED'
  | 'SETTING_CHANGED'
  | 'SETTING_ROLLED_BACK';
export type AuditObject = 'USER' | 'INVITATION' | 'STAFF_NOTICE' | 'REPORT' | 'SETTING';

/** What was in a field, as text. */
export type AuditChange = { field: string; before: string; after: string };

type NewEntry = {
  /** Undefined for the staff command of the server. */
  actorId?: string | undefined;
  kind: AuditKind;
  objectKind?: AuditObject;
  /** An id, or the key of a setting. */
  objectId: string;
  changes?: AuditChange[];
  reason?: string | undefined;
  now: Date;
};

export type AuditEntry = Omit<Row, 'changes' | 'objectId' | 'objectKey'> & {
  objectId: string;
  changes: AuditChange[];
  actorName: string;
};

/** Writes what a member of staff does, in the transaction that does it [ADU-10]. */
export async function append(tx: Tx, entry: NewEntry): Promise<void> {
  const { actorId = null, kind, objectKind = 'USER', objectId, changes = [], reason = '', now } = entry;
  await tx.query({
    name: 'audit-log.append',
    text: `INSERT INTO audit_log (id, actor_id, kind, object_kind, object_id, object_key, changes, reason, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      newId(),
      actorId,
      kind,
      objectKind,
      ...(isId(objectId) ? [objectId, null] : [null, objectId]),
      JSON.stringify(changes),
      reason,
      now,
    ],
  });
}

/** Empties what the fields of a deleted account were; who did what, when and why stays. */
export async function forgetChanges(tx: Tx, accountId: string): Promise<void> {
  const text = `UPDATE audit_log SET changes = '[]'
    WHERE object_kind = 'USER' AND object_id = $1 AND changes <> '[]'`;
  await tx.query({ name: 'audit-log.forget', text, values: [accountId] });
}

/** Each undefined one leaves all. */
export type AuditFilter = {
  actorId?: string | undefined;
  kind?: string | undefined;
  objectKind?: string | undefined;
  objectId?: string | undefined;
  /** Of an object without an id. */
  objectKey?: string | undefined;
};

/** The notices of staff to an account stand in its log too: nothing of the account itself was changed. */
const OF_OBJECT = (parameter: string) => `e.object_id IN (
  SELECT ${parameter}::uuid
  UNION ALL SELECT staff_notice_id FROM staff_notice_recipients WHERE account_id = ${parameter})`;

const CONDITIONS = {
  actorId: (parameter: string) => `e.actor_id = ${parameter}`,
  kind: (parameter: string) => `e.kind = ${parameter}`,
  objectKind: (parameter: string) => `e.object_kind = ${parameter}`,
  objectId: OF_OBJECT,
  objectKey: (parameter: string) => `e.object_key = ${parameter}`,
  beforeId: (parameter: string) => `e.id < ${parameter}`,
} as const;

/** Entries by their newest, before one of them. Each filter but the kind of objects has its index. */
export function list(
  db: Pick<Database, 'query'>,
  filter: AuditFilter,
  beforeId: string | undefined,
  limit: number,
): Promise<AuditEntry[]> {
  const given = Object.entries({ ...filter, beforeId }).filter(([, value]) => value !== undefined);
  const conditions = given.map(([name], index) => CONDITIONS[name as keyof typeof CONDITIONS](`$${index + 2}`));
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const text = `
    SELECT e.id, e.actor_id, e.kind, e.object_kind, coalesce(e.object_id::text, e.object_key) AS object_id,
      e.changes, e.reason, e.created_at,
      coalesce(trim(a.first_name || ' ' || a.last_name), '') AS actor_name
    FROM audit_log e LEFT JOIN accounts a ON a.id = e.actor_id
    ${where} ORDER BY e.id DESC LIMIT $1`;
  return db.query<AuditEntry>(text, [limit, ...given.map(([, value]) => value)]);
}
