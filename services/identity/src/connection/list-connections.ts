import { keyset } from '@marquee/data/paging';
import { ACCOUNT_LIMITS } from '@marquee/rules/account';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { searchKey } from '../account/accounts.ts';
import type { Person } from '../people/people.ts';
import { profileIdSchema, requireVisible } from '../people/visible-person.ts';
import type { IdentityResources } from '../resources.ts';
import * as connections from './connections.ts';

type Resources = Pick<IdentityResources, 'db' | 'config'>;
type Page<Row> = { rows: Row[]; nextCursor: string };

const pageSchema = z.object({ pageSize: z.int(), cursor: z.string() });
const byName = ({ fullNameKey, id }: Person): connections.ByName => [fullNameKey, id];

export const listConnectionsSchema = pageSchema.extend({
  query: z.string().transform((text) => searchKey(text.slice(0, ACCOUNT_LIMITS.searchCharactersMax))),
});

/** The viewer's connections by name, searched by prefix of first, last or full name [NET-06]. */
export async function listConnections(
  { db, config }: Resources,
  { accountId }: AccountViewer,
  { query: key, pageSize: size, cursor }: z.output<typeof listConnectionsSchema>,
): Promise<Page<connections.Connected>> {
  const scope = `connections ${accountId} ${key}`;
  const { after, limit, page } = keyset<connections.ByName>({ key: config.CURSOR_KEY, scope, size, cursor });
  return page(await connections.list(db, { accountId, key, after, limit }), byName);
}

export const listConnectionRequestsSchema = pageSchema.extend({ sent: z.boolean() });
type Requests = Page<connections.Connected> & { sent: boolean };

/** Open requests to the viewer, or by them, newest first [NET-06]. */
export async function listConnectionRequests(
  { db, config }: Resources,
  { accountId }: AccountViewer,
  { sent, pageSize: size, cursor }: z.output<typeof listConnectionRequestsSchema>,
): Promise<Requests> {
  const scope = `connection requests ${accountId} ${sent}`;
  const { after, limit, page } = keyset<connections.ByTime>({ key: config.CURSOR_KEY, scope, size, cursor });
  const rows = await connections.listRequests(db, { accountId, sent, after, limit });
  return { sent, ...page(rows, ({ since, id }) => [since.toISOString(), id]) };
}

export const listMutualConnectionsSchema = pageSchema.extend(profileIdSchema.shape);

/** Whom the viewer and somebody are both connected to [NET-06]. */
export async function listMutualConnections(
  { db, config }: Resources,
  viewer: AccountViewer,
  { profileId, pageSize: size, cursor }: z.output<typeof listMutualConnectionsSchema>,
): Promise<Page<Person>> {
  const person = await requireVisible(db, viewer, profileId);
  const pair = [viewer.accountId, person.id] as const;
  const scope = `mutual connections ${pair.join(' ')}`;
  const { after, limit, page } = keyset<connections.ByName>({ key: config.CURSOR_KEY, scope, size, cursor });
  // With themself nobody has connections in common.
  const rows = pair[0] === pair[1] ? [] : await connections.listMutual(db, { pair, after, limit });
  return page(rows, byName);
}
