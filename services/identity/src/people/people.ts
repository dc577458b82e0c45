import { columnsOf } from '@marquee/data/columns';
import type { Database } from '@marquee/data/database';
import type { Account } from '../../gen/prisma/client.ts';
import { shown } from '../account/accounts.ts';

/** What others may see of somebody, and by what they are searched. */
export const PERSON_FIELDS = [
  'id',
  'firstName',
  'lastName',
  'consumerType',
  'accountType',
  'talents',
  'profilePicture',
  'profileVisibility',
  'version',
  'fullNameKey',
] as const;
export type Person = Pick<Account, (typeof PERSON_FIELDS)[number]>;

/** Also what decides who may see them. */
export type FoundPerson = Person & Pick<Account, 'suspendedAt' | 'closingAt' | 'isOnboarding'>;

/** Somebody by their id. */
export async function find(db: Pick<Database, 'query'>, id: string): Promise<FoundPerson | undefined> {
  const text = `SELECT ${COLUMNS}, suspended_at, closing_at, is_onboarding FROM accounts WHERE id = $1`;
  const [person] = await db.query<FoundPerson>({ name: 'people.find-open', text, values: [id] });
  return person;
}

const LAST_CHARACTER = '\u{10FFFF}';
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** 0 for people whose full name begins with what was searched for, 1 for those whose last name alone does. */
type Ranked = { rank: number };
/** Where a page of a search begins. */
export type Place = Ranked & { nameKey: string; id: string };

/**
 * People whose full name (and so whose first name) begins with the key, then those whose last name does, each by name,
 * after a place. A whole name stands before the longer ones that begin with it. Who has blocked the viewer is not
 * found, and whom the viewer has blocked.
 */
export function search(
  db: Pick<Database, 'query'>,
  key: string,
  after: Place | undefined,
  limit: number,
  viewerId: string,
): Promise<(Person & Ranked)[]> {
  // PostgreSQL reads the index from the row comparison on: from an empty name it would read all that stand before the key.
  const { rank, nameKey, id } = after ?? { rank: 0, nameKey: key, id: LOWEST_ID };
  const values = [key, `${key}${LAST_CHARACTER}`, rank, nameKey, id, limit, viewerId];
  return db.query<Person & Ranked>({ name: 'people.search-open', text: SEARCH, values });
}

// Ranges instead of LIKE: a prepared statement can use them on the index whatever the prefix is.
const COLUMNS = columnsOf(PERSON_FIELDS);
const FULL_NAME = 'full_name_key >= $1 AND full_name_key < $2';
const FINDABLE = `${shown('accounts')} AND profile_visibility = 'PUBLIC'
        AND NOT EXISTS (SELECT FROM blocks WHERE ended_at IS NULL AND blocker_id = $7 AND blocked_id = accounts.id)
        AND NOT EXISTS (SELECT FROM blocks WHERE ended_at IS NULL AND blocker_id = accounts.id AND blocked_id = $7)`;
const ORDER = 'ORDER BY full_name_key, id LIMIT $6';
const SEARCH = `
  SELECT ${COLUMNS}, rank FROM (
    (SELECT ${COLUMNS}, 0 AS rank FROM accounts
      WHERE $3::int = 0 AND ${FULL_NAME} AND (full_name_key, id) > ($4, $5::uuid) AND ${FINDABLE} ${ORDER})
    UNION ALL
    (SELECT ${COLUMNS}, 1 AS rank FROM accounts
      WHERE last_name_key >= $1 AND last_name_key < $2 AND NOT (${FULL_NAME})
        AND ($3::int = 0 OR (full_name_key, id) > ($4, $5::uuid)) AND ${FINDABLE} ${ORDER})
  ) AS found
  ORDER BY rank, full_name_key, id LIMIT $6`;
