import { AccountSuspendedSchema, SessionEndedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { isId } from '@marquee/data/ids';
import { on } from '@marquee/events/consumer';
import type { NotificationWrite } from '../resources.ts';
import * as subscriptions from './push-subscriptions.ts';

/** A browser that is signed out gets no more push messages of the account [NOT-05]. */
export const onSessionEvents = [
  on(SessionEndedSchema, ({ tx }: NotificationWrite, { sessionId }) => subscriptions.removeOfSession(tx, sessionId)),
  on(AccountSuspendedSchema, async ({ tx }: NotificationWrite, { accountId }) => {
    if (isId(accountId)) await subscriptions.removeOfAccount(tx, accountId);
  }),
];
