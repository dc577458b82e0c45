import { columnsOf } from '@marquee/data/columns';
import type { Database } from '@marquee/data/database';
import type { Account } from '../../gen/prisma/client.ts';

const FIELDS = [
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
export type Person = Pick<Account, (typeof FIELDS)[number]>;

const LAST_CHARACTER = '\u{10FFFF}';

/** People whose full name (and so whose first name) or last name begins with the key, by name, after a place. */
export function search(
  db: Pick<Database, 'query'>,
  key: string,
  after: { nameKey: string; id: string },
  limit: number,
): Promise<Person[]> {
  const values = [key, `${key}${LAST_CHARACTER}`, after.nameKey, after.id, limit];
  return db.query<Person>({ name: 'people.search', text: SEARCH, values });
}

// Ranges instead of LIKE: a prepared statement can use them on the index whatever the prefix is.
const COLUMNS = columnsOf(FIELDS);
const SEARCH = `
  SELECT ${COLUMNS} FROM (
    (SELECT ${COLUMNS} FROM accounts
      WHERE full_name_key >= $1 AND full_name_key < $2 AND (full_name_key, id) > ($3, $4::uuid)
        AND suspended_at IS NULL AND profile_visibility = 'PUBLIC'
      ORDER BY full_name_key, id LIMIT $5)
    UNION
    (SELECT ${COLUMNS} FROM accounts
      WHERE last_name_key >= $1 AND last_name_key < $2 AND (full_name_key, id) > ($3, $4::uuid)
        AND suspended_at IS NULL AND profile_visibility = 'PUBLIC'
      ORDER BY full_name_key, id LIMIT $5)
  ) AS found
  ORDER BY full_name_key, id LIMIT $5`;
