import { columnsOf } from '@marquee/data/columns';
import type { Query, Tx } from '@marquee/data/database';
import { Prisma, type Setting as SettingModel, type SettingVersion as VersionModel } from '../../gen/prisma/client.ts';
import { NAME } from '../people/people.ts';

type Queryable = { query: Query };

/** A setting that staff have changed, with who did. */
export type SettingRow = Omit<SettingModel, 'value'> & { value: unknown; updatedByName: string };
/** The same without its value, which may be long. */
export type SettingFactsRow = Omit<SettingRow, 'value'>;
/** A version of a setting with who saved it, without its value. */
export type VersionRow = Omit<VersionModel, 'value'> & { savedByName: string };

/** What is saved: a value, and why. */
export type Saved = Pick<SettingModel, 'key' | 'version'> & {
  value: unknown;
  savedBy: string;
  savedAt: Date;
  reason: string;
  rolledBackTo: bigint | null;
};

const FACTS = columnsOf(
  Object.values(Prisma.SettingScalarFieldEnum).filter((name) => name !== 'value'),
  's',
);
const VERSION = columnsOf(
  Object.values(Prisma.SettingVersionScalarFieldEnum).filter((name) => name !== 'value'),
  'v',
);
const ONE = `
  SELECT ${FACTS}, s.value, ${NAME} AS updated_by_name
  FROM settings s LEFT JOIN people p ON p.id = s.updated_by WHERE s.key = $1`;

/** The settings that staff have changed. As many as are declared, at the most. */
export async function list(db: Queryable): Promise<SettingFactsRow[]> {
  return db.query<SettingFactsRow>(
    `SELECT ${FACTS}, ${NAME} AS updated_by_name FROM settings s LEFT JOIN people p ON p.id = s.updated_by`,
  );
}

/** The values of those of the named settings that staff have changed. */
export async function values(
  db: Queryable,
  keys: readonly string[],
): Promise<Pick<SettingRow, 'key' | 'version' | 'value'>[]> {
  return db.query('SELECT key, version, value FROM settings WHERE key = ANY($1)', [keys]);
}

export async function find(db: Queryable, key: string): Promise<SettingRow | undefined> {
  const [row] = await db.query<SettingRow>({ name: 'settings.find', text: ONE, values: [key] });
  return row;
}

/** The setting, locked until the transaction ends; undefined while nobody has changed it. */
export async function lock(tx: Tx, key: string): Promise<SettingRow | undefined> {
  const [row] = await tx.query<SettingRow>(`${ONE} FOR UPDATE OF s`, [key]);
  return row;
}

/**
 * Saves the next version of a locked setting, or the first of one that nobody has changed. False when somebody saved the
 * first at the same time.
 */
export async function save(tx: Tx, { key, version, value, savedBy, savedAt, ...why }: Saved): Promise<boolean> {
  const json = JSON.stringify(value);
  const saved = await tx.query(
    `INSERT INTO settings AS s (key, value, version, updated_by, updated_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, version = excluded.version,
       updated_by = excluded.updated_by, updated_at = excluded.updated_at
     WHERE s.version = excluded.version - 1
     RETURNING 1`,
    [key, json, version, savedBy, savedAt],
  );
  if (saved.length === 0) return false;
  await tx.query(
    `INSERT INTO setting_versions (key, version, value, saved_by, saved_at, reason, rolled_back_to)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [key, version, json, savedBy, savedAt, why.reason, why.rolledBackTo],
  );
  return true;
}

/** The versions of a setting, newest first. */
export async function versions(
  db: Queryable,
  { key, before, limit }: { key: string; before: string | undefined; limit: number },
): Promise<VersionRow[]> {
  return db.query<VersionRow>(
    `SELECT ${VERSION}, ${NAME} AS saved_by_name FROM setting_versions v LEFT JOIN people p ON p.id = v.saved_by
     WHERE v.key = $1 AND ($2::bigint IS NULL OR v.version < $2) ORDER BY v.version DESC LIMIT $3`,
    [key, before ?? null, limit],
  );
}

/** The value that a version had; undefined for one that does not exist. */
export async function valueIn(db: Queryable, key: string, version: bigint): Promise<{ value: unknown } | undefined> {
  const [row] = await db.query<{ value: unknown }>(
    'SELECT value FROM setting_versions WHERE key = $1 AND version = $2',
    [key, version],
  );
  return row;
}
