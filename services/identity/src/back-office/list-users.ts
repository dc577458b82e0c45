import { isId } from '@marquee/data/ids';
import { keyset } from '@marquee/data/paging';
import { ACCOUNT_MESSAGES } from '@marquee/rules/account-messages';
import { STAFF_CONSUMER_TYPES } from '@marquee/rules/back-office';
import { BACK_OFFICE_LIMITS } from '@marquee/rules/back-office-messages';
import { isEmail, normalizeEmail } from '@marquee/rules/email';
import { isPhone, normalizePhone } from '@marquee/rules/phone';
import { countrySchema } from '@marquee/rules/profile';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { searchKey } from '../account/accounts.ts';
import type { IdentityResources } from '../resources.ts';
import { shownTo } from './staff-rights.ts';
import * as userList from './user-list.ts';

/** Of one phone number: any number of accounts may have given it. */
const EXACT_MAX = 100;

const filterSchema = z.object({
  filter: z.enum(['ALL', 'NOT_ONBOARDED_ONLY', 'ONBOARDED_ONLY', 'ACTIVE_ONLY'], 'Please choose a filter.'),
  country: z.literal('').or(countrySchema),
  consumerType: z.enum(['ALL', ...STAFF_CONSUMER_TYPES], ACCOUNT_MESSAGES.userTypeUnknown),
  query: z.string().transform((text) => text.trim().slice(0, BACK_OFFICE_LIMITS.searchCharactersMax)),
});
export const listUsersSchema = filterSchema.extend({ pageSize: z.int(), cursor: z.string() });
export const countUsersSchema = filterSchema;
type ListUsers = z.output<typeof listUsersSchema>;

/** What a search names: one account by its id or email, those of a phone number, or the beginning of a name. */
function read(query: string): { exact?: userList.Exact; key?: string } {
  if (query === '') return {};
  if (isId(query)) return { exact: { column: 'id', value: query } };
  if (isEmail(query)) return { exact: { column: 'email', value: normalizeEmail(query) } };
  const phone = normalizePhone(query);
  if (isPhone(phone)) return { exact: { column: 'phone', value: phone } };
  return { key: searchKey(query) };
}

/**
 * Accounts page by page: newest first, or those whom a search names [ADU-01]. Emails and phone numbers are searched whole,
 * so that who may not see them cannot guess them letter by letter.
 */
export async function listUsers(
  { db, config }: Pick<IdentityResources, 'db' | 'config'>,
  viewer: AccountViewer,
  { query, pageSize, cursor, ...filters }: ListUsers,
) {
  const { exact, key } = read(query);
  const list = {
    key: config.CURSOR_KEY,
    scope: ['users', filters.filter, filters.country, filters.consumerType, query].join(':'),
    size: pageSize,
    cursor,
    sizeDefault: BACK_OFFICE_LIMITS.usersPerPage,
  };
  if (key !== undefined) {
    const { after, limit, page } = keyset<[number, string, string]>(list);
    const place = after && { rank: after[0], key: after[1], id: after[2] };
    const rows = await userList.named(db, filters, key, place, limit);
    return page(
      rows.map((row) => shownTo(viewer, row)),
      ({ rank, key: name, id }) => [rank, name, id],
    );
  }
  const { after, limit, page } = keyset<[string, string]>(list);
  const place = after && { createdAt: new Date(after[0]), id: after[1] };
  const rows = exact
    ? await userList.exactly(db, filters, exact, EXACT_MAX)
    : await userList.newest(db, filters, place, limit);
  const shown = rows.map((row) => shownTo(viewer, row));
  return exact ? { rows: shown, nextCursor: '' } : page(shown, ({ createdAt, id }) => [createdAt.toISOString(), id]);
}

/** Up to here users are counted one by one, which takes milliseconds; above, PostgreSQL estimates. */
const COUNTED_MAX = 100_000;

/** How many users the filters and a search leave. Counting costs the same however many there are [ADU-01]. */
export async function countUsers(
  { db }: Pick<IdentityResources, 'db'>,
  _viewer: AccountViewer,
  { query, ...filters }: z.output<typeof countUsersSchema>,
): Promise<{ count: bigint; estimated: boolean }> {
  const counted = { filters, ...read(query) };
  const count = await userList.count(db, counted, COUNTED_MAX + 1);
  if (count <= COUNTED_MAX) return { count: BigInt(count), estimated: false };
  const estimate = Math.max(COUNTED_MAX, Math.round(await userList.estimate(db, counted)));
  return { count: BigInt(estimate), estimated: true };
}
