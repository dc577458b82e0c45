import { keyset } from '@marquee/data/paging';
import { ORGANIZATION_TYPES } from '@marquee/rules/organizations';
import { REQUEST_MESSAGES } from '@marquee/rules/request-messages';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import * as organizations from './organizations.ts';

const QUERY_LENGTH_MAX = 90;
const WORDS_MAX = 8;

export const listOrganizationsSchema = z.object({
  query: z.string().transform((text) => text.trim().slice(0, QUERY_LENGTH_MAX)),
  type: z.enum(['', ...ORGANIZATION_TYPES], REQUEST_MESSAGES.choiceUnknown),
  pageSize: z.number(),
  cursor: z.string(),
});

/** Active organizations, by name [FES-01]. */
export async function listOrganizations(
  { db, config }: FestivalResources,
  _viewer: Viewer,
  { query, type, pageSize: size, cursor }: z.output<typeof listOrganizationsSchema>,
): Promise<{ rows: organizations.NamedOrganization[]; nextCursor: string }> {
  const scope = JSON.stringify(['organizations', query, type]);
  const list = keyset<organizations.NameKey>({ key: config.CURSOR_KEY, scope, size, cursor });
  const rows = await organizations.listActive(db, {
    words: wordsOf(query),
    type,
    after: list.after,
    limit: list.limit,
  });
  return list.page(rows, ({ name, id }) => [name, id]);
}

/** The words of a search. */
export const wordsOf = (query: string): string[] => query.split(/\s+/).filter(Boolean).slice(0, WORDS_MAX);
