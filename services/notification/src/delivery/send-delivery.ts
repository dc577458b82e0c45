import type { Logger } from '@marquee/runtime/log';
import { type Carrier, NoCarrier, PermanentRefusal } from '../mail/mailer.ts';
import { codesOf } from '../mail/smtp-mailer.ts';
import { maskAddress, maskDiagnostic } from '../messages/mask-address.ts';
import * as notices from '../notices/notices.ts';
import type { PushCarrier } from '../push/push-carrier.ts';
import { sendPush } from '../push/send-push.ts';
import * as preferences from '../settings/preferences.ts';
import { quietUntil } from '../settings/quiet-hours.ts';
import { type Composed, type ComposeResources, compose, type NotSent } from './compose.ts';
import {
  type Channel,
  type ClaimedDelivery,
  DeliveryDelayed,
  type DeliveryEnding,
  type DeliveryFacts,
  type Postponed,
} from './delivery.ts';
import { SubjectNotFoundError } from './subject-owners.ts';

export type SendResources = ComposeResources & {
  log: Logger;
  carriers: Record<Channel, Carrier>;
  push: PushCarrier;
};

/**
 * Makes one attempt: asks the owner, sends the message, reports a bounce of the address.
 *
 * @throws DeliveryDelayed when a later attempt may succeed
 */
export async function sendDelivery(
  resources: SendResources,
  delivery: ClaimedDelivery,
): Promise<DeliveryEnding | Postponed> {
  if (delivery.kind === 'NOTICE_PUSH') return sendPush(resources, delivery);
  const until = delivery.kind === 'NOTICE_SMS' ? await quietForText(resources, delivery) : undefined;
  if (until) return { until };
  const composed = await askOwner(resources, delivery);
  if (composed === 'not found') return { state: 'DROPPED', failure: 'SUBJECT_NOT_FOUND' };
  // It bounced earlier, and its owner has no address to report any more.
  if ('dropped' in composed) {
    return delivery.bounced ? { state: 'BOUNCED' } : { state: 'DROPPED', failure: composed.dropped };
  }
  const { channel, to, message } = composed;
  const known = { channel, template: message.template, maskedAddress: maskAddress(to) };
  if (delivery.bounced) return reportBounce(resources, delivery, known, to, 'refused earlier');
  try {
    await resources.carriers[channel].send({ id: delivery.id, to, message });
    return { ...known, state: 'SENT' };
  } catch (error) {
    if (error instanceof PermanentRefusal) {
      return error.addressGone ? reportBounce(resources, delivery, known, to, error.diagnostic) : bounced(known);
    }
    if (error instanceof NoCarrier) return { ...known, state: 'FAILED', failure: error.reason };
    const codes = codesOf(error);
    resources.log.warn({ deliveryId: delivery.id, ...codes }, 'the mail server did not take a message');
    throw new DeliveryDelayed({ ...known, failure: codes.responseCode ? 'REFUSED_FOR_NOW' : 'CARRIER_UNAVAILABLE' });
  }
}

/** When the quiet hours of a text message's recipient end. */
async function quietForText({ db, clock }: SendResources, { subjectId }: ClaimedDelivery): Promise<Date | undefined> {
  const notice = await notices.toSend(db, subjectId);
  if (!notice) return undefined;
  const { accountId } = notice;
  return quietUntil((await preferences.settingsOf(db, [accountId])).get(accountId), clock.now());
}

async function askOwner(
  resources: SendResources,
  delivery: ClaimedDelivery,
): Promise<Composed | NotSent | 'not found'> {
  try {
    return await compose(resources, delivery);
  } catch (err) {
    if (err instanceof SubjectNotFoundError) return 'not found';
    resources.log.warn({ err, deliveryId: delivery.id }, 'the owner of a message did not answer');
    throw new DeliveryDelayed({ failure: 'OWNER_UNAVAILABLE' });
  }
}

async function reportBounce(
  { owners, log }: SendResources,
  delivery: ClaimedDelivery,
  known: DeliveryFacts,
  to: string,
  diagnostic: string,
): Promise<DeliveryEnding> {
  try {
    await owners.reportBounce({ email: to, diagnostic: maskDiagnostic(diagnostic) });
  } catch (err) {
    log.warn({ err, deliveryId: delivery.id }, 'a bounce could not be reported to identity');
    // Later attempts only repeat the report.
    throw new DeliveryDelayed({ ...known, bounced: true, failure: 'BOUNCE_NOT_REPORTED' });
  }
  return bounced(known);
}

function bounced(known: DeliveryFacts): DeliveryEnding {
  return { ...known, state: 'BOUNCED', bounced: true, failure: 'REFUSED_BY_MAIL_SERVER' };
}
