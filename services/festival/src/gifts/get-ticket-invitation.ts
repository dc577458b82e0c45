import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import { invitationNotFound } from './gift-errors.ts';
import { type ShownGift, shownGift } from './list-ticket-gifts.ts';

export const ticketInvitationSchema = z.object({ invitationId: z.string() });

export type TicketInvitation = ShownGift & { ended: boolean };

/** An invitation of the type EVENT_TICKET, for the services that send it and sign its recipient in [NOT-04]. */
export async function getTicketInvitation(
  { db, clock }: FestivalResources,
  _viewer: Viewer,
  { invitationId }: z.output<typeof ticketInvitationSchema>,
): Promise<TicketInvitation> {
  const gift = await shownGift(db, invitationId);
  // A gift to a connection is no invitation.
  if (!gift?.addressHash) throw invitationNotFound();
  const { state, email, phoneNumber, ticket } = gift;
  const { event } = ticket;
  const isUsable = ticket.valid && event.status !== 'CANCELLED' && event.endTime >= clock.now();
  return { ...gift, ended: state !== 'SENT' || (email === '' && phoneNumber === '') || !isUsable };
}
