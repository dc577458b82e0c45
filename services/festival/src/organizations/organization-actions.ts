import { columnsOf } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { Prisma, type OrganizationAction as Row } from '../../gen/prisma/client.ts';
import { NAME } from '../people/people.ts';
import type { Queryable } from './organizations.ts';

/** What is done to organizations; the names of the contract's OrganizationActionKind. */
export type OrganizationActionKind =
  | 'CREATED'
  | 'EDITED'
  | 'ENABLED'
  | 'DISABLED'
  | 'DIRECTOR_CHANGED'
  | 'TEAM_CHANGED'
  | 'DELETED'
  | 'DIRECTOR_SUSPENDED'
  | 'TICKETS_REFUNDED'
  | 'TICKETS_REFUND_FAILED'
  | 'FEE_REFUNDED'
  | 'BOOKS_CLOSED';

export type FieldChange = { field: string; before: string; after: string };

export type OrganizationAction = Omit<Row, 'kind' | 'changes'> & {
  kind: OrganizationActionKind;
  changes: FieldChange[];
  actorName: string;
};

type NewAction = {
  festivalId: string;
  kind: OrganizationActionKind;
  /** Null for what the system does. */
  actorId: string | null;
  changes?: FieldChange[];
  reason?: string;
  now: Date;
};

/** Writes what is done to an organization, in the transaction that does it. */
export async function append(tx: Tx, action: NewAction): Promise<void> {
  const { festivalId, kind, actorId, changes = [], reason = '', now } = action;
  await tx.query({
    name: 'organization-actions.append',
    text: `INSERT INTO organization_actions (id, festival_id, kind, actor_id, reason, changes, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [newId(), festivalId, kind, actorId, reason, JSON.stringify(changes), now],
  });
}

/** Where a page of a history begins. */
export type ActionKey = [id: string];

/** What was done to an organization, newest first. */
export async function list(
  db: Queryable,
  { festivalId, after, limit }: { festivalId: string; after: ActionKey | undefined; limit: number },
): Promise<OrganizationAction[]> {
  return db.query<OrganizationAction>({
    name: 'organization-actions.list',
    text: `SELECT ${columnsOf(Object.values(Prisma.OrganizationActionScalarFieldEnum), 'a')}, ${NAME} AS actor_name
      FROM organization_actions a LEFT JOIN people p ON p.id = a.actor_id
      WHERE a.festival_id = $1 AND ($2::uuid IS NULL OR a.id < $2) ORDER BY a.id DESC LIMIT $3`,
    values: [festivalId, after?.[0] ?? null, limit],
  });
}
