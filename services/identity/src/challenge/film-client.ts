import type { Client } from '@connectrpc/connect';
import type { CrewService } from '@marquee/contracts/film/v1/crew_pb';
import type { Logger } from '@marquee/runtime/log';
import { ifFound } from '@marquee/runtime/rpc/if-found';
import type { InvitationTargets } from './invitation-target.ts';

/** Invitations to film credits, read from film. */
export function filmClient(
  film: Pick<Client<typeof CrewService>, 'getCreditInvitation'>,
  log: Logger,
): InvitationTargets {
  return {
    async find(invitationId) {
      try {
        const found = await ifFound(film.getCreditInvitation({ invitationId }));
        if (!found?.filmId) return undefined;
        const { filmId, filmVisible, invitationToken } = found;
        return { type: 'CREDIT', filmId, filmVisible, invitationToken };
      } catch (err) {
        log.warn({ err }, 'the invitation of a sign-in could not be looked up');
        return undefined;
      }
    },
  };
}
