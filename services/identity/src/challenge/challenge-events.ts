import { ChallengeIssuedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { type DomainEvent, domainEvent } from '@marquee/events/outbox';
import type { Challenge } from './challenges.ts';

/** A link or code waits to be sent; its version is the generation. */
export function challengeIssued({ id, generation }: Pick<Challenge, 'id' | 'generation'>): DomainEvent {
  const aggregate = { type: 'challenge', id, version: BigInt(generation) };
  return domainEvent(ChallengeIssuedSchema, { challengeId: id, generation }, aggregate);
}
