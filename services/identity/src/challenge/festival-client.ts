import type { Client } from '@connectrpc/connect';
import type { GiftService } from '@marquee/contracts/festival/v1/gift_pb';
import type { Logger } from '@marquee/runtime/log';
import { ifFound } from '@marquee/runtime/rpc/if-found';
import type { InvitationTargets } from './invitation-target.ts';

/** Invitations to tickets, read from festival. */
export function festivalClient(
  festival: Pick<Client<typeof GiftService>, 'getTicketInvitation'>,
  log: Logger,
): InvitationTargets {
  return {
    async find(invitationId) {
      try {
        const found = await ifFound(festival.getTicketInvitation({ invitationId }));
        if (!found?.eventId) return undefined;
        const { eventId, userTicketId } = found;
        return { type: 'EVENT_TICKET', eventId, userTicketId };
      } catch (err) {
        log.warn({ err }, 'the ticket invitation of a sign-in could not be looked up');
        return undefined;
      }
    },
  };
}
