import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FilmResources } from '../resources.ts';
import { invitationNotFound } from './crew-errors.ts';
import { invitationToken } from './invitation-tokens.ts';
import * as invitations from './invitations.ts';

export const creditInvitationSchema = z.object({ invitationId: z.string() });

/** The content of an invitation's mail, for the service that sends it. */
export async function getCreditInvitation(
  { db, config }: FilmResources,
  _viewer: Viewer,
  { invitationId }: z.output<typeof creditInvitationSchema>,
): Promise<invitations.Invitation & { invitationToken: string }> {
  const invitation = await invitations.find(db, invitationId);
  if (!invitation) throw invitationNotFound();
  return { ...invitation, invitationToken: invitationToken(config.RECIPIENT_HASH_KEY, invitationId) };
}
