import { keyset } from '@marquee/data/paging';
import { ACCOUNT_LIMITS } from '@marquee/rules/account';
import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { searchKey } from '../account/accounts.ts';
import type { IdentityResources } from '../resources.ts';
import * as people from './people.ts';

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
 * People by prefix of first, last or full name, whatever the case and the accents: those whose full name begins with it
 * come first. People who are suspended, or whose profile is hidden or private, are not found [PRO-20], and nobody with whom
 * there is a block [SET-08].
 */
export async function searchPeople(
  { db, config }: Pick<IdentityResources, 'db' | 'config'>,
  { accountId }: AccountViewer,
  { query, pageSize, cursor }: SearchPeople,
) {
  const list = {
    key: config.CURSOR_KEY,
    scope: `people-ranked:${query}`,
    size: pageSize,
    cursor,
    sizeDefault: PEOPLE_PER_PAGE,
  };
  const { after, limit, page } = keyset<[number, string, string]>(list);
  const place = after && { rank: after[0], nameKey: after[1], id: after[2] };
  const rows = await people.search(db, query, place, limit, accountId);
  return page(rows, ({ rank, fullNameKey, id }) => [rank, fullNameKey, id]);
}
