import { columnsOf, insertClause, setClause } from '@marquee/data/columns';
import type { Query, Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { type Organization, Prisma } from '../../gen/prisma/client.ts';
import { NAME } from '../people/people.ts';
import { organizationNotFound } from './organization-errors.ts';

export type { Organization };

/** What reads, inside a transaction or outside. */
export type Queryable = { query: Query };

/** An organization with the name of its director. */
export type NamedOrganization = Organization & { directorName: string };

const COLUMNS = columnsOf(Object.values(Prisma.OrganizationScalarFieldEnum), 'o');
const NAMED = `SELECT ${COLUMNS}, ${NAME} AS director_name FROM organizations o LEFT JOIN people p ON p.id = o.director_id`;

/** The organization by its id or custom address. @throws DomainError NOT_FOUND, ORGANIZATION_NOT_FOUND */
export async function get(db: Queryable, idOrUrl: string): Promise<NamedOrganization> {
  const text = isId(idOrUrl) ? `${NAMED} WHERE o.id = $1` : `${NAMED} WHERE o.url = $1`;
  const [row] = await db.query<NamedOrganization>({
    ...{ name: isId(idOrUrl) ? 'organizations.byId' : 'organizations.byUrl', text },
    values: [isId(idOrUrl) ? idOrUrl : idOrUrl.toLowerCase()],
  });
  if (!row) throw organizationNotFound();
  return row;
}

/** Organizations by their ids. */
export async function getAll(db: Queryable, ids: readonly string[]): Promise<Map<string, NamedOrganization>> {
  const text = `${NAMED} WHERE o.id = ANY($1::uuid[])`;
  const rows = await db.query<NamedOrganization>({ name: 'organizations.getAll', text, values: [ids] });
  return new Map(rows.map((row) => [row.id, row]));
}

/** The organization by its id, locked until the transaction ends. @throws DomainError NOT_FOUND, ORGANIZATION_NOT_FOUND */
export async function lock(tx: Tx, id: string): Promise<Organization> {
  const text = `SELECT ${COLUMNS} FROM organizations o WHERE o.id = $1 FOR NO KEY UPDATE`;
  const [row] = isId(id) ? await tx.query<Organization>({ name: 'organizations.lock', text, values: [id] }) : [];
  if (!row) throw organizationNotFound();
  return row;
}

const JSON_FIELDS = { json: new Set(['organizationLogo', 'headerImage']) };

export type NewOrganization = Omit<Organization, 'version' | 'updatedAt' | 'organizationLogo' | 'headerImage'>;

export async function insert(tx: Tx, row: NewOrganization): Promise<Organization> {
  const { text, values } = insertClause({ ...row, updatedAt: row.createdAt });
  const [inserted] = await tx.query<Organization>(
    `INSERT INTO organizations AS o ${text} RETURNING ${COLUMNS}`,
    values,
  );
  return inserted as Organization;
}

export type OrganizationChanges = Partial<Omit<Organization, 'id' | 'version' | 'updatedAt'>>;

/** Changes a locked organization, and counts its version up. */
export async function update(
  tx: Tx,
  id: string,
  changes: OrganizationChanges & { updatedAt: Date },
): Promise<Organization> {
  const { text, values } = setClause(changes, 2, JSON_FIELDS);
  const [updated] = await tx.query<Organization>(
    `UPDATE organizations o SET ${text}, version = version + 1 WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, ...values],
  );
  return updated as Organization;
}

/** Deletes an organization with its team, agreements, and events that were not announced. */
export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.query('DELETE FROM organizations WHERE id = $1', [id]);
}

/** Whether an organization has announced an event, also one that was cancelled since. */
export async function hasAnnouncedEvents(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query("SELECT 1 FROM events WHERE festival_id = $1 AND status <> 'DRAFT' LIMIT 1", [id]);
  return rows.length > 0;
}

/** How many organizations somebody directs. */
export async function countDirectedBy(tx: Tx, accountId: string): Promise<number> {
  const [row] = await tx.query<{ n: number }>('SELECT count(*)::int AS n FROM organizations WHERE director_id = $1', [
    accountId,
  ]);
  return row?.n ?? 0;
}

/** Whether an address is another organization's. */
export async function isUrlTaken(tx: Tx, url: string, exceptId: string): Promise<boolean> {
  const rows = await tx.query('SELECT 1 FROM organizations WHERE url = $1 AND id <> $2', [url, exceptId]);
  return rows.length > 0;
}

/** Where a page of a list by name begins. */
export type NameKey = [name: string, id: string];

/** Active organizations by name; `words` are parts of the name, in any order. */
export async function listActive(
  db: Queryable,
  { words, type, after, limit }: { words: string[]; type: string; after: NameKey | undefined; limit: number },
): Promise<NamedOrganization[]> {
  return db.query<NamedOrganization>({
    name: 'organizations.listActive',
    text: `${NAMED}
      WHERE o.status = 'ACTIVE' AND ($1 = '' OR o.type = $1)
        AND (SELECT coalesce(bool_and(o.name ILIKE pattern), true) FROM unnest($2::text[]) pattern)
        AND ($3::text IS NULL OR (o.name, o.id) > ($3, $4::uuid))
      ORDER BY o.name, o.id LIMIT $5`,
    values: [type, words.map(containing), after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** What the pages of active organizations are under, of those whose ids end with a hexadecimal digit. */
export async function activeAddresses(db: Queryable, digit: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ address: string }>({
    name: 'organizations.activeAddresses',
    text: `SELECT coalesce(o.url, o.id::text) AS address FROM organizations o
      WHERE o.status = 'ACTIVE' AND right(o.id::text, 1) = $1 ORDER BY o.id LIMIT $2`,
    values: [digit, limit],
  });
  return rows.map(({ address }) => address);
}

const containing = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** Where a page of a list by time begins. */
export type TimeKey = [createdAt: string, id: string];

/** Organizations that somebody directs or works for, the newest first. */
export async function listOf(
  db: Queryable,
  { accountId, after, limit }: { accountId: string; after: TimeKey | undefined; limit: number },
): Promise<NamedOrganization[]> {
  return db.query<NamedOrganization>({
    name: 'organizations.listOf',
    text: `${NAMED}
      WHERE (o.director_id = $1 OR EXISTS (
          SELECT FROM team_members t
          WHERE t.festival_id = o.id AND t.account_id = $1 AND t.accepted_at IS NOT NULL))
        AND ($2::timestamptz IS NULL OR (o.created_at, o.id) < ($2, $3::uuid))
      ORDER BY o.created_at DESC, o.id DESC LIMIT $4`,
    values: [accountId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

type AllFilter = { words: string[]; type: string; status: string };

/** Every organization, the newest first; `words` are parts of the name or the custom address. */
export async function listAll(
  db: Queryable,
  { words, type, status, after, limit }: AllFilter & { after: TimeKey | undefined; limit: number },
): Promise<NamedOrganization[]> {
  return db.query<NamedOrganization>({
    name: 'organizations.listAll',
    text: `${NAMED}
      WHERE ($1 = '' OR o.type = $1) AND ($2 = '' OR o.status = $2)
        AND (SELECT coalesce(bool_and(o.name ILIKE pattern OR coalesce(o.url, '') ILIKE pattern), true)
          FROM unnest($3::text[]) pattern)
        AND ($4::timestamptz IS NULL OR (o.created_at, o.id) < ($4, $5::uuid))
      ORDER BY o.created_at DESC, o.id DESC LIMIT $6`,
    values: [type, status, words.map(containing), after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** The organizations that somebody directs and that are shown, locked until the transaction ends. */
export async function lockShownOf(tx: Tx, directorId: string): Promise<Organization[]> {
  const text = `SELECT ${COLUMNS} FROM organizations o
    WHERE o.director_id = $1 AND o.status = 'ACTIVE' ORDER BY o.id FOR NO KEY UPDATE`;
  return tx.query<Organization>({ name: 'organizations.lockShownOf', text, values: [directorId] });
}

/** Until the transaction ends, nobody else counts or adds organizations of this director. */
export async function takeTurnOf(tx: Tx, directorId: string): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('organizations of ' || $1, 0))", [directorId]);
}
