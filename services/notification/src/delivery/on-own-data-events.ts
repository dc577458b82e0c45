import { AccountClosingSchema, AccountExportReadySchema } from '@marquee/contracts/events/v1/identity_pb';
import { on } from '@marquee/events/consumer';
import type { NotificationWrite } from '../resources.ts';
import * as deliveries from './deliveries.ts';

/** Plan the mails about an export that is ready, and about an account that is closing: one of each. */
export const onOwnDataEvents = [
  on(AccountExportReadySchema, ({ tx, clock }: NotificationWrite, { exportId: subjectId }) =>
    deliveries.plan(tx, { kind: 'ACCOUNT_EXPORT', subjectId, generation: 0 }, clock.now()),
  ),
  on(AccountClosingSchema, ({ tx, clock }: NotificationWrite, { closingId: subjectId }) =>
    deliveries.plan(tx, { kind: 'ACCOUNT_CLOSING', subjectId, generation: 0 }, clock.now()),
  ),
];
