import { keyset } from '@marquee/data/paging';
import { ACCOUNT_LIMITS } from '@marquee/rules/account';
import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { searchKey } from '../account/accounts.ts';
import type { IdentityResources } from '../resources.ts';
import * as people from './people.ts';

const BEFORE_ALL = { nameKey: '', id: '00000000-0000-0000-0000-000000000000' };
const PEOPLE_PER_PAGE = 20;

export const searchPeopleSchema = z.object({
  query: z
    .string()
    .transform((text) => searchKey(text.slice(0, ACCOUNT_LIMITS.searchCharactersMax)))
    .refine((key) => [...key].length >= ACCOUNT_LIMITS.searchCharactersMin, ACCOUNT_MESSAGES.searchTooShort),
  pageSize: z.int(),
  cursor: z.string(),
});
type SearchPeople = z.output<typeof searchPeopleSchema>;

/**
 * People by prefix of first, last or full name, whatever the case and the accents; people who are suspended, or
 * whose profile is hidden or private, are not found [PRO-20].
 */
export async function searchPeople(
  { db, config }: Pick<IdentityResources, 'db' | 'config'>,
  _viewer: Viewer,
  { query, pageSize, cursor }: SearchPeople,
) {
  const list = {
    key: config.CURSOR_KEY,
    scope: `people:${query}`,
    size: pageSize,
    cursor,
    sizeDefault: PEOPLE_PER_PAGE,
  };
  const { after, limit, page } = keyset<[string, string]>(list);
  const rows = await people.search(db, query, after ? { nameKey: after[0], id: after[1] } : BEFORE_ALL, limit);
  return page(rows, ({ fullNameKey, id }) => [fullNameKey, id]);
}
