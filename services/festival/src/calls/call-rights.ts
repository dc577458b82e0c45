import type { Tx } from '@marquee/data/database';
import type { AccountViewer, Viewer } from '@marquee/runtime/viewer';
import { requireStanding, standingOf } from '../organizations/organization-rights.ts';
import type { Queryable } from '../organizations/organizations.ts';
import { callNotFound } from './call-errors.ts';
import * as calls from './calls.ts';

const organizationOf = ({ festivalId: id, directorId }: calls.ShownCall) => ({ id, directorId });

/** A call, locked, that the viewer manages: its director, managers and staff. @throws DomainError FORBIDDEN */
export async function lockOwnCall(tx: Tx, viewer: AccountViewer, callId: string): Promise<calls.ShownCall> {
  const call = await calls.lock(tx, callId);
  await requireStanding(tx, viewer, organizationOf(call), 'MANAGER');
  return call;
}

/** A call that the viewer manages. @throws DomainError FORBIDDEN */
export async function requireOwnCall(db: Queryable, viewer: Viewer, callId: string): Promise<calls.ShownCall> {
  const call = await calls.get(db, callId);
  await requireStanding(db, viewer, organizationOf(call), 'MANAGER');
  return call;
}

/** A call whose submissions the viewer reads: who manages it, and who programmes. @throws DomainError FORBIDDEN */
export async function requireDeskCall(db: Queryable, viewer: Viewer, callId: string): Promise<calls.ShownCall> {
  const call = await calls.get(db, callId);
  await requireStanding(db, viewer, organizationOf(call), 'MANAGER', 'PROGRAMMER');
  return call;
}

/** A call that everybody sees, or that the viewer works on. @throws DomainError NOT_FOUND, CALL_NOT_FOUND */
export async function requireShownCall(db: Queryable, viewer: Viewer, callId: string): Promise<calls.ShownCall> {
  const call = await calls.get(db, callId);
  if (call.state !== 'DRAFT' && call.festivalStatus === 'ACTIVE') return call;
  const standing = await standingOf(db, viewer, organizationOf(call));
  if (!standing || standing === 'DOOR') throw callNotFound();
  return call;
}
