import type { CrewInvited } from '@marquee/contracts/events/v1/film_pb';
import type { ChallengeIssued } from '@marquee/contracts/events/v1/identity_pb';
import type { Tx } from '@marquee/data/database';
import type { Clock } from '@marquee/runtime/clock';
import * as deliveries from './deliveries.ts';

export type PlanResources = { clock: Clock };

/** A challenge waits for its message; each resend is a new generation. */
export async function onChallengeIssued(
  { clock }: PlanResources,
  tx: Tx,
  { challengeId, generation }: ChallengeIssued,
): Promise<void> {
  await deliveries.plan(tx, { kind: 'CHALLENGE', subjectId: challengeId, generation }, clock.now());
}

/** Somebody was invited to claim a credit. */
export async function onCrewInvited({ clock }: PlanResources, tx: Tx, { invitationId }: CrewInvited): Promise<void> {
  await deliveries.plan(tx, { kind: 'CREW_INVITATION', subjectId: invitationId, generation: 0 }, clock.now());
}
