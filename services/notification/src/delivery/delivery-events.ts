import { type CrewInvited, CrewInvitedSchema } from '@marquee/contracts/events/v1/film_pb';
import { type ChallengeIssued, ChallengeIssuedSchema } from '@marquee/contracts/events/v1/identity_pb';
import type { Tx } from '@marquee/data/database';
import { on } from '@marquee/events/consumer';
import type { Clock } from '@marquee/runtime/clock';
import * as deliveries from './deliveries.ts';

export type PlanResources = { clock: Clock };

/** The events that cause messages. */
export const deliveryEvents = (resources: PlanResources) => [
  on(ChallengeIssuedSchema, (tx, event) => onChallengeIssued(resources, tx, event)),
  on(CrewInvitedSchema, (tx, event) => onCrewInvited(resources, tx, event)),
];

/** Plans the message of a challenge. Each resend is a new generation. */
async function onChallengeIssued(
  { clock }: PlanResources,
  tx: Tx,
  { challengeId, generation }: ChallengeIssued,
): Promise<void> {
  await deliveries.plan(tx, { kind: 'CHALLENGE', subjectId: challengeId, generation }, clock.now());
}

/** Plans the mail to a person who was invited to claim a credit. */
async function onCrewInvited({ clock }: PlanResources, tx: Tx, { invitationId }: CrewInvited): Promise<void> {
  await deliveries.plan(tx, { kind: 'CREW_INVITATION', subjectId: invitationId, generation: 0 }, clock.now());
}
