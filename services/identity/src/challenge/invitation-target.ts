import type { SignInIntent } from './sign-in-intent.ts';

/** What an invitation leads to. */
export type InvitationTarget =
  /** Only the invitation leads to a film that is not released: to what its holder is asked. */
  | { type: 'CREDIT'; filmId: string; filmVisible: boolean; invitationToken: string }
  | { type: 'EVENT_TICKET'; eventId: string; userTicketId: string };

export type InvitationTargets = {
  /** Undefined for an unknown invitation, and when its service cannot answer: it must not keep anybody from signing in. */
  find(invitationId: string): Promise<InvitationTarget | undefined>;
};

/** Invitations of several services, of which one knows an id. */
export const invitationTargets = (...services: readonly InvitationTargets[]): InvitationTargets => ({
  async find(invitationId) {
    const found = await Promise.all(services.map((service) => service.find(invitationId)));
    return found.find((target) => target !== undefined);
  },
});

/** What the invitation of a challenge leads to, if it was started with one. */
export async function invitationOf(
  { invitations }: { invitations: InvitationTargets },
  { intent }: { intent: SignInIntent },
): Promise<InvitationTarget | undefined> {
  return intent.invitationId ? invitations.find(intent.invitationId) : undefined;
}
