import { pushSubscriptionSchema } from '@marquee/rules/notices';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { NotificationWrite } from '../resources.ts';
import * as subscriptions from './push-subscriptions.ts';

export const removePushSubscriptionSchema = pushSubscriptionSchema.pick({ endpoint: true });

/** Sends no more push messages to this browser of the viewer. */
export async function removePushSubscription(
  { tx }: NotificationWrite,
  { accountId }: AccountViewer,
  { endpoint }: z.output<typeof removePushSubscriptionSchema>,
): Promise<void> {
  await subscriptions.removeByEndpoint(tx, accountId, endpoint);
}
