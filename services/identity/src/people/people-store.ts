import type { Database } from '@marquee/data/database';
import type { Account } from '../../gen/prisma/client.ts';

export type PersonRow = Pick<
  Account,
  'id' | 'firstName' | 'lastName' | 'consumerType' | 'accountType' | 'talents' | 'profilePicture' | 'version'
> & { fullNameKey: string };

const SELECTED = `
  id, first_name AS "firstName", last_name AS "lastName", consumer_type AS "consumerType",
  account_type AS "accountType", talents, profile_picture AS "profilePicture", version,
  full_name_key AS "fullNameKey"`;

const LAST_CHARACTER = '\u{10FFFF}';

export const peopleStore = {
  /** People whose full name (and so whose first name) or last name begins with the key, by name, after a place. */
  search: (db: Pick<Database, 'query'>, key: string, after: { nameKey: string; id: string }, limit: number) =>
    db.query<PersonRow>({
      name: 'people.search',
      text: SEARCH,
      values: [key, `${key}${LAST_CHARACTER}`, after.nameKey, after.id, limit],
    }),
};

// Ranges instead of LIKE: a prepared statement can use them on the index whatever the prefix is.
const SEARCH = `
  SELECT ${SELECTED} FROM (
    (SELECT * FROM accounts
      WHERE full_name_key >= $1 AND full_name_key < $2 AND (full_name_key, id) > ($3, $4::uuid)
        AND suspended_at IS NULL
      ORDER BY full_name_key, id LIMIT $5)
    UNION
    (SELECT * FROM accounts
      WHERE last_name_key >= $1 AND last_name_key < $2 AND (full_name_key, id) > ($3, $4::uuid)
        AND suspended_at IS NULL
      ORDER BY full_name_key, id LIMIT $5)
  ) AS found
  ORDER BY full_name_key, id LIMIT $5`;
