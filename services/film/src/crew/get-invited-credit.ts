import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FilmResources } from '../resources.ts';
import * as claims from './claims.ts';
import { invitationNotFound } from './crew-errors.ts';
import { invitationIdOf } from './invitation-tokens.ts';
import * as invitations from './invitations.ts';

export const invitedCreditSchema = z.object({ invitationToken: z.string() });

export type InvitedCredit = { invitation: invitations.Invitation; claim: claims.Claim | undefined };

/** The credit that a mail is about, for who holds the mail: a person sees what they are asked before the film is released. */
export async function getInvitedCredit(
  { db, config }: FilmResources,
  viewer: AccountViewer,
  { invitationToken }: z.output<typeof invitedCreditSchema>,
): Promise<InvitedCredit> {
  const invitationId = invitationIdOf(config.RECIPIENT_HASH_KEY, invitationToken);
  const invitation = invitationId && (await invitations.find(db, invitationId));
  if (!invitation) throw invitationNotFound();
  const own = await claims.listOf(db, invitation.filmId, viewer.accountId);
  const claim = own.find(({ crewId }) => crewId === invitation.crewId);
  // It ends when the credit is somebody's, or the maker invited somebody else.
  if (invitation.endedAt && !claim) throw invitationNotFound();
  return { invitation, claim };
}
