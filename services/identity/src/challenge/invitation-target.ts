import { type Client, Code, ConnectError } from '@connectrpc/connect';
import type { CrewService } from '@marquee/contracts/film/v1/studio_pb';
import type { Logger } from '@marquee/runtime/log';
import type { SignInIntent } from './sign-in-intent.ts';

/** What an invitation leads to. */
export type InvitationTarget =
  | { type: 'CREDIT'; filmId: string }
  | { type: 'EVENT_TICKET'; eventId: string; userTicketId: string };

export type InvitationTargets = {
  /** Undefined for an unknown invitation, and when film cannot answer: it must not keep anybody from signing in. */
  find(invitationId: string): Promise<InvitationTarget | undefined>;
};

/** What the invitation of a challenge leads to, if it was started with one. */
export async function invitationOf(
  { invitations }: { invitations: InvitationTargets },
  { intent }: { intent: SignInIntent },
): Promise<InvitationTarget | undefined> {
  return intent.invitationId ? invitations.find(intent.invitationId) : undefined;
}

/** Invitations to film credits, as film knows them. */
export function filmInvitations(film: Pick<Client<typeof CrewService>, 'getCreditInvitation'>, log: Logger) {
  return {
    async find(invitationId: string): Promise<InvitationTarget | undefined> {
      try {
        const { filmId } = await film.getCreditInvitation({ invitationId });
        return filmId ? { type: 'CREDIT', filmId } : undefined;
      } catch (err) {
        const code = ConnectError.from(err).code;
        if (code !== Code.NotFound && code !== Code.InvalidArgument) {
          log.warn({ err }, 'the invitation of a sign-in could not be looked up');
        }
        return undefined;
      }
    },
  } satisfies InvitationTargets;
}
