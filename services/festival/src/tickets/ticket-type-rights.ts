import type { Tx } from '@marquee/data/database';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { requireStanding } from '../organizations/organization-rights.ts';
import * as organizations from '../organizations/organizations.ts';
import * as types from './ticket-types.ts';

/** The type, locked, where the viewer sells for its organization. @throws DomainError NOT_FOUND; FORBIDDEN */
export async function lockOwnType(tx: Tx, viewer: AccountViewer, typeId: string): Promise<types.SoldType> {
  const type = await types.lock(tx, typeId);
  await requireStanding(tx, viewer, await organizations.get(tx, type.festivalId), 'MANAGER');
  return type;
}
