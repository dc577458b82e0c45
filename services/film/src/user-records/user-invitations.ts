import { Permission, permits } from '@marquee/contracts/permissions';
import { isId } from '@marquee/data/ids';
import { keyset } from '@marquee/data/paging';
import { maskedEmail, maskedPhone, staffReasonSchema } from '@marquee/rules/back-office';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as invitations from '../crew/invitations.ts';
import * as films from '../films/films.ts';
import * as filmActions from '../moderation/film-actions.ts';
import type { FilmResources, FilmWrite } from '../resources.ts';
import { recordNotFound } from './record-errors.ts';
import * as records from './records.ts';
import type { listUserRecordsSchema } from './user-unlocks.ts';

export const userInvitationSchema = z.object({ accountId: z.string(), invitationId: z.string() });
export const deleteInvitationSchema = userInvitationSchema.extend({ reason: staffReasonSchema });
type Named = z.output<typeof userInvitationSchema>;

const NONE = { rows: [], nextCursor: '' };

/** The open invitations that were sent from a user's films, newest first [ADU-06]. */
export async function listUserInvitations(
  { db, config }: FilmResources,
  viewer: AccountViewer,
  { accountId, pageSize, cursor }: z.output<typeof listUserRecordsSchema>,
): Promise<{ rows: records.UserInvitation[]; nextCursor: string }> {
  const scope = `user-invitations ${accountId}`;
  const list = { key: config.CURSOR_KEY, scope, size: pageSize, cursor };
  const { after, limit, page } = keyset<[string, string]>(list);
  if (!isId(accountId)) return NONE;
  const place = after && { createdAt: new Date(after[0]), id: after[1] };
  const rows = await records.listInvitations(db, { accountId, after: place, limit });
  const shown = rows.map((row) => shownTo(viewer, row));
  return page(shown, ({ createdAt, id }) => [createdAt.toISOString(), id]);
}

/** @throws DomainError NOT_FOUND, RECORD_NOT_FOUND */
export async function getUserInvitation(
  { db }: Pick<FilmResources, 'db'>,
  viewer: AccountViewer,
  { accountId, invitationId: id }: Named,
): Promise<records.UserInvitation> {
  const invitation = isId(accountId) && isId(id) ? await records.findInvitation(db, { accountId, id }) : undefined;
  if (!invitation) throw recordNotFound();
  return shownTo(viewer, invitation);
}

/** As this member of staff sees it: without the permission, addresses are masked [ADU-10]. */
function shownTo({ roles }: AccountViewer, invitation: records.UserInvitation): records.UserInvitation {
  if (permits(roles, Permission.SEE_ADDRESSES)) return invitation;
  const { email, phoneNumber } = invitation;
  return { ...invitation, email: maskedEmail(email), phoneNumber: maskedPhone(phoneNumber) };
}

/** Ends an invitation; the film's history says so. @throws DomainError NOT_FOUND, RECORD_NOT_FOUND */
export async function deleteUserInvitation(
  { tx, clock }: FilmWrite,
  viewer: AccountViewer,
  { reason, accountId, invitationId: id }: z.output<typeof deleteInvitationSchema>,
): Promise<void> {
  const invitation = isId(accountId) && isId(id) ? await records.findInvitation(tx, { accountId, id }) : undefined;
  if (!invitation) throw recordNotFound();
  const now = clock.now();
  const film = await films.lock(tx, invitation.filmId);
  await invitations.end(tx, invitation.crewId, now);
  const at = { filmId: film.id, version: film.version, actorId: viewer.accountId, createdAt: now };
  await filmActions.insert(tx, at, [{ kind: 'INVITATION_DELETED', reason }]);
}
