import { isId } from '@marquee/data/ids';
import { keyset } from '@marquee/data/paging';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityResources } from '../resources.ts';
import * as auditLog from './audit-log.ts';

const given = z.string().transform((text) => text || undefined);

export const listAuditEntriesSchema = z.object({
  pageSize: z.int(),
  cursor: z.string(),
  actorId: given,
  kind: given,
  objectKind: given,
  objectId: given,
});
type ListAuditEntries = z.output<typeof listAuditEntriesSchema>;

const NOTHING = { rows: [] as auditLog.AuditEntry[], nextCursor: '' };

/** What staff did, newest first: all of it, or of one actor, kind or object [ADU-10]. */
export async function listAuditEntries(
  { db, config }: Pick<IdentityResources, 'db' | 'config'>,
  _viewer: Viewer,
  { pageSize, cursor, actorId, kind, objectKind, objectId }: ListAuditEntries,
) {
  const list = {
    key: config.CURSOR_KEY,
    scope: `audit:${[actorId, kind, objectKind, objectId].join(':')}`,
    size: pageSize,
    cursor,
  };
  const { after, limit, page } = keyset<[string]>(list);
  if (actorId !== undefined && !isId(actorId)) return NOTHING;
  const object = objectId !== undefined && isId(objectId) ? { objectId } : { objectKey: objectId };
  const filter = { actorId, kind, objectKind, ...object };
  return page(await auditLog.list(db, filter, after?.[0], limit), ({ id }) => [id]);
}
