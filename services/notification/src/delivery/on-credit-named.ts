import { CreditNamedSchema } from '@marquee/contracts/events/v1/film_pb';
import { on } from '@marquee/events/consumer';
import type { NotificationWrite } from '../resources.ts';
import * as deliveries from './deliveries.ts';

/** Plans the mail to a person who has to answer whether a credit is theirs. */
export const onCreditNamed = on(CreditNamedSchema, ({ tx, clock }: NotificationWrite, { claimId: subjectId }) =>
  deliveries.plan(tx, { kind: 'CREDIT_REQUEST', subjectId, generation: 0 }, clock.now()),
);
