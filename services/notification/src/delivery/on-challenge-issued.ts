import { ChallengeIssuedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { on } from '@marquee/events/consumer';
import type { NotificationWrite } from '../resources.ts';
import * as deliveries from './deliveries.ts';

/** Plans the message of a challenge. Each resend is a new generation. */
export const onChallengeIssued = on(
  ChallengeIssuedSchema,
  ({ tx, clock }: NotificationWrite, { challengeId: subjectId, generation }) =>
    deliveries.plan(tx, { kind: 'CHALLENGE', subjectId, generation }, clock.now()),
);
