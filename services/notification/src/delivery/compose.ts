import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Client } from '@connectrpc/connect';
import type { CrewService } from '@marquee/contracts/film/v1/studio_pb';
import { ChallengeChannel, type SessionService } from '@marquee/contracts/identity/v1/auth_pb';
import type { Clock } from '@marquee/runtime/clock';
import { challengeMail, challengeText } from '../messages/challenge-messages.ts';
import { crewInvitationMail } from '../messages/crew-invitation-mail.ts';
import type { Message } from '../messages/message.ts';
import type { Channel, DeliverySubject } from './delivery.ts';

export type ComposeResources = {
  identity: Client<typeof SessionService>;
  film: Client<typeof CrewService>;
  clock: Clock;
  publicUrl: string;
};

/** A message with its address, for one attempt. It is not kept. */
export type Composed = { channel: Channel; to: string; message: Message };

/** Asks the owner for address and secret and writes the message. Undefined when there is nothing to send any more. */
export async function compose(resources: ComposeResources, subject: DeliverySubject): Promise<Composed | undefined> {
  switch (subject.kind) {
    case 'CHALLENGE':
      return composeChallenge(resources, subject);
    case 'CREW_INVITATION':
      return composeCrewInvitation(resources, subject.subjectId);
  }
}

async function composeChallenge(
  { identity, clock, publicUrl }: ComposeResources,
  { subjectId, generation }: DeliverySubject,
): Promise<Composed | undefined> {
  const revealed = await identity.revealChallenge({ challengeId: subjectId, generation });
  const now = clock.now();
  const expiresAt = revealed.expiresAt ? timestampDate(revealed.expiresAt) : now;
  if (revealed.ended || expiresAt <= now) return undefined;
  const facts = {
    publicUrl,
    linkToken: revealed.linkToken,
    code: revealed.code,
    firstName: revealed.firstName,
    createsAccount: revealed.createsAccount,
    device: revealed.device,
    place: revealed.place,
    startedAt: revealed.startedAt ? timestampDate(revealed.startedAt) : now,
    expiresAt,
    now,
  };
  return revealed.channel === ChallengeChannel.PHONE
    ? { channel: 'SMS', to: revealed.phoneNumber, message: challengeText(facts) }
    : { channel: 'EMAIL', to: revealed.email, message: challengeMail(facts) };
}

async function composeCrewInvitation(
  { film, publicUrl }: ComposeResources,
  invitationId: string,
): Promise<Composed | undefined> {
  const invitation = await film.getCreditInvitation({ invitationId });
  if (invitation.ended) return undefined;
  return {
    channel: 'EMAIL',
    to: invitation.email,
    message: crewInvitationMail({ ...invitation, invitationId, publicUrl }),
  };
}
