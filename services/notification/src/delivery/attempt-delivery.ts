import { Code, ConnectError } from '@connectrpc/connect';
import type { Database } from '@marquee/data/database';
import { newCall, runInCall } from '@marquee/runtime/context';
import type { Logger } from '@marquee/runtime/log';
import { deliveryAttempts } from '@marquee/runtime/telemetry/instruments';
import { type Carrier, NoCarrier, PermanentRefusal } from '../mail/mailer.ts';
import { maskAddress, maskDiagnostic } from '../messages/mask-address.ts';
import { type Composed, type ComposeResources, compose } from './compose.ts';
import { ATTEMPTS_MAX, type Channel, type ClaimedDelivery, type Outcome } from './delivery.ts';
import { deliveryStore } from './delivery-store.ts';

export type AttemptResources = ComposeResources & {
  db: Database;
  log: Logger;
  carriers: Record<Channel, Carrier>;
};

/** One attempt, from the question to the owner to the note of how it ended. It never throws. */
export async function attemptDelivery(resources: AttemptResources, delivery: ClaimedDelivery): Promise<void> {
  const { db, clock, log } = resources;
  const outcome = await runInCall(newCall(), () => attempt(resources, delivery));
  deliveryAttempts.add(1, { outcome: outcome.state.toLowerCase(), failure: outcome.failure ?? '' });
  const facts = { deliveryId: delivery.id, kind: delivery.kind, attempts: delivery.attempts, failure: outcome.failure };
  if (outcome.state === 'FAILED') log.error(facts, 'a message could not be delivered');
  else if (outcome.state === 'WAITING') log.warn(facts, 'a message was not delivered yet and is tried again');
  else log.info({ ...facts, state: outcome.state }, 'a delivery ended');
  try {
    await deliveryStore.settle(db, delivery, outcome, clock.now());
  } catch (err) {
    log.error({ err, deliveryId: delivery.id }, 'the end of a delivery could not be noted; it may be sent again');
  }
}

async function attempt(resources: AttemptResources, delivery: ClaimedDelivery): Promise<Outcome> {
  let composed: Composed | undefined;
  try {
    composed = await compose(resources, delivery);
  } catch (error) {
    return afterAsking(resources.log, delivery, error);
  }
  // Refused earlier, and meanwhile nothing is left to report by: the refusal stands.
  if (!composed) return delivery.bounced ? { state: 'BOUNCED' } : { state: 'DROPPED', failure: 'NOTHING_TO_SEND' };
  const known = {
    channel: composed.channel,
    template: composed.message.template,
    maskedAddress: maskAddress(composed.to),
  };
  if (delivery.bounced) return { ...known, ...(await reportBounce(resources, delivery, composed, 'refused earlier')) };
  const { channel, to, message } = composed;
  try {
    await resources.carriers[channel].send({ id: delivery.id, to, message });
    return { ...known, state: 'SENT' };
  } catch (error) {
    if (error instanceof PermanentRefusal) {
      return { ...known, ...(await reportBounce(resources, delivery, composed, error.diagnostic)) };
    }
    return { ...known, ...afterSending(resources.log, delivery, error) };
  }
}

async function reportBounce(
  { identity, log }: AttemptResources,
  delivery: ClaimedDelivery,
  { to }: Composed,
  diagnostic: string,
): Promise<Outcome> {
  try {
    await identity.reportBounce({ email: to, diagnostic: maskDiagnostic(diagnostic) });
  } catch (err) {
    log.warn({ err, deliveryId: delivery.id }, 'a bounce could not be reported to identity');
    // The message is not sent again; the report is what the later attempts are for.
    return { ...again(delivery, 'BOUNCE_NOT_REPORTED'), bounced: true };
  }
  return { state: 'BOUNCED', bounced: true, failure: 'REFUSED_BY_MAIL_SERVER' };
}

function afterAsking(log: Logger, delivery: ClaimedDelivery, error: unknown): Outcome {
  if (ConnectError.from(error).code === Code.NotFound) return { state: 'DROPPED', failure: 'SUBJECT_NOT_FOUND' };
  log.warn({ err: error, deliveryId: delivery.id }, 'the owner of a message did not answer');
  return again(delivery, 'OWNER_UNAVAILABLE');
}

function afterSending(log: Logger, delivery: ClaimedDelivery, error: unknown): Outcome {
  if (error instanceof NoCarrier) return { state: 'FAILED', failure: error.reason };
  // Only the codes: what a mail server writes may hold the address.
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string };
  log.warn({ deliveryId: delivery.id, code, responseCode, command }, 'the mail server did not take a message');
  return again(delivery, responseCode ? 'REFUSED_FOR_NOW' : 'CARRIER_UNAVAILABLE');
}

function again(delivery: ClaimedDelivery, failure: string): Outcome {
  return { state: delivery.attempts < ATTEMPTS_MAX ? 'WAITING' : 'FAILED', failure };
}
