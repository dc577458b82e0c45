import type { Viewer } from '@marquee/runtime/viewer';
import type { FilmResources } from '../resources.ts';
import { invitationNotFound } from './crew-errors.ts';
import * as invitations from './invitations.ts';

/** The content of an invitation's mail, for the service that sends it. */
export async function getCreditInvitation(
  { db }: FilmResources,
  _viewer: Viewer,
  { invitationId }: { invitationId: string },
): Promise<invitations.Invitation> {
  const invitation = await invitations.find(db, invitationId);
  if (!invitation) throw invitationNotFound();
  return invitation;
}
