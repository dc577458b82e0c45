import { type ClaimedDelivery, DeliveryDelayed, type DeliveryEnding, type Postponed } from '../delivery/delivery.ts';
import type { SendResources } from '../delivery/send-delivery.ts';
import { wordingFor } from '../language/wording.ts';
import * as notices from '../notices/notices.ts';
import { wordOutside } from '../notices/worded-notice.ts';
import * as preferences from '../settings/preferences.ts';
import { quietUntil } from '../settings/quiet-hours.ts';
import { AddressNotAllowedError } from './push-address.ts';
import { PushRefusedError, SubscriptionGoneError } from './push-carrier.ts';
import * as subscriptions from './push-subscriptions.ts';

/**
 * Makes one attempt to show a notice in one browser of its recipient: not in their quiet hours, and not once they have
 * seen it. A browser that its push service does not know any more is removed.
 *
 * @throws DeliveryDelayed when a later attempt may succeed
 */
export async function sendPush(
  resources: SendResources,
  { subjectId, id: deliveryId }: ClaimedDelivery,
): Promise<DeliveryEnding | Postponed> {
  const { db, clock, push, namesOf, log } = resources;
  const known = { channel: 'PUSH', template: 'NOTICE_PUSH' } as const;
  const [noticeId = '', subscriptionId = ''] = subjectId.split('/');
  const [notice, target] = await Promise.all([notices.toSend(db, noticeId), subscriptions.find(db, subscriptionId)]);
  if (!notice || !target) return { ...known, state: 'DROPPED', failure: 'NOTHING_TO_SEND' };
  const { accountId, kind } = notice;
  if (!(await preferences.isOn(db, { accountId, kind, channel: 'PUSH' }))) {
    return { ...known, state: 'DROPPED', failure: 'RECIPIENT_REFUSED' };
  }
  const until = quietUntil((await preferences.settingsOf(db, [accountId])).get(accountId), clock.now());
  if (until) return { until };
  // With those of the notice, so that identity is asked once.
  const { language } = (await namesOf([{ actorId: accountId, filmId: '' }, notice])).person(accountId);
  const { title, text } = await wordOutside(wordingFor({ language, timeZone: '' }), namesOf, notice);
  try {
    await push.send(target, { id: notice.id, title, text, url: `/notifications/${notice.id}` });
    return { ...known, state: 'SENT' };
  } catch (error) {
    if (error instanceof SubscriptionGoneError) {
      await subscriptions.removeGone(db, subscriptionId, target);
      return { ...known, state: 'DROPPED', failure: 'SUBSCRIPTION_GONE' };
    }
    if (error instanceof PushRefusedError) return { ...known, state: 'FAILED', failure: 'REFUSED_BY_PUSH_SERVICE' };
    if (error instanceof AddressNotAllowedError) return { ...known, state: 'FAILED', failure: 'ADDRESS_NOT_ALLOWED' };
    // Without the error: it may hold the address, which is a secret of the browser.
    log.warn({ deliveryId }, 'a push service did not take a message');
    throw new DeliveryDelayed({ ...known, failure: 'PUSH_SERVICE_UNAVAILABLE' });
  }
}
