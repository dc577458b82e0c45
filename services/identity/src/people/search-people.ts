import { cutPage, decodeCursor, encodeCursor, pageSize } from '@marquee/data/paging';
import { ACCOUNT_LIMITS } from '@marquee/rules/account';
import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { invalid } from '@marquee/runtime/errors';
import { searchKey } from '../account/account-store.ts';
import type { IdentityResources } from '../resources.ts';
import { type PersonRow, peopleStore } from './people-store.ts';

type SearchPeople = { query: string; pageSize: number; cursor: string };
type PeoplePage = { rows: PersonRow[]; nextCursor: string };

const BEFORE_ALL = { nameKey: '', id: '00000000-0000-0000-0000-000000000000' };
const PEOPLE_PER_PAGE = 20;

/** People by prefix of first, last or full name, whatever the case and the accents; suspended people are not found. */
export async function searchPeople(
  { db, cursorKey }: Pick<IdentityResources, 'db' | 'cursorKey'>,
  input: SearchPeople,
): Promise<PeoplePage> {
  const key = searchKey(input.query.slice(0, ACCOUNT_LIMITS.searchCharactersMax));
  if ([...key].length < ACCOUNT_LIMITS.searchCharactersMin) {
    throw invalid([{ field: 'query', message: ACCOUNT_MESSAGES.searchTooShort }]);
  }
  const size = pageSize(input.pageSize, PEOPLE_PER_PAGE);
  const scope = `people:${key}`;
  const after = input.cursor === '' ? BEFORE_ALL : readCursor(cursorKey, input.cursor, scope);
  const rows = await peopleStore.search(db, key, after, size + 1);
  return cutPage(rows, size, ({ fullNameKey, id }) => encodeCursor(cursorKey, [fullNameKey, id], scope));
}

function readCursor(key: string, cursor: string, scope: string): { nameKey: string; id: string } {
  const [nameKey, id] = decodeCursor<[string, string]>(key, cursor, scope);
  return { nameKey, id };
}
