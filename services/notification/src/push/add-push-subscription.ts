import { NOTICE_MESSAGES, type PushSubscriptionInput, pushSubscriptionSchema } from '@marquee/rules/notices';
import { invalid } from '@marquee/runtime/errors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { NotificationWrite } from '../resources.ts';
import * as subscriptions from './push-subscriptions.ts';

export const addPushSubscriptionSchema = pushSubscriptionSchema;

/** Sends push messages to this browser from now on; adding it again renews its keys [NOT-05]. */
export async function addPushSubscription(
  { tx, clock, push }: NotificationWrite,
  { accountId, sessionId }: AccountViewer,
  input: PushSubscriptionInput,
): Promise<void> {
  if (!push.allows(input.endpoint)) throw invalid([{ field: 'endpoint', message: NOTICE_MESSAGES.pushAddress }]);
  await subscriptions.keep(tx, { accountId, sessionId }, input, clock.now());
}
