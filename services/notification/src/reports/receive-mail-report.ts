import { DomainError } from '@marquee/runtime/errors';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as deliveries from '../delivery/deliveries.ts';
import { deliveryAttempts } from '../delivery/instruments.ts';
import { maskDiagnostic } from '../messages/mask-address.ts';
import * as notices from '../notices/notices.ts';
import * as refusals from '../refusals/mail-refusals.ts';
import { setNoticeMails } from '../refusals/set-invitation-mails.ts';
import type { NotificationResources, NotificationWrite } from '../resources.ts';
import { accountOfDigest } from '../settings/digest-times.ts';
import type { MailReport } from './read-mail-report.ts';
import { readMailReport } from './read-mail-report.ts';

const MESSAGE_BYTES_MAX = 262_144;

/** Mail servers give up after five days; what comes later says nothing of an address as it is now. */
const REPORTED_WITHIN_MS = 7 * 86_400_000;

export const mailReportSchema = z.object({
  message: z.instanceof(Uint8Array).refine(({ length }) => length > 0 && length <= MESSAGE_BYTES_MAX),
});

/** A report about a mail of this site, with the address that the mail went to. */
type OwnReport = MailReport & { deliveryId: string; address: string };

/**
 * Reads a report and finds which mail it is about. Identity learns that an address is gone before it is kept here: who sends
 * the report sends it again when identity could not be asked. What is known of the mail already, or is old, tells identity
 * nothing: its owner may have proven the address since [AUT-16].
 */
export async function askAboutReport(
  { marks, owners, db, clock }: NotificationResources,
  _viewer: Viewer,
  { message }: z.output<typeof mailReportSchema>,
): Promise<OwnReport | undefined> {
  const report = await readMailReport(message).catch(() => {
    throw new DomainError({ kind: 'INVALID', reason: 'NO_MESSAGE', message: 'This is no message.' });
  });
  const own = report && ownReport(marks, report);
  if (!own) return undefined;
  const delivery = await deliveries.find(db, own.deliveryId);
  // The mail server was faster than the attempt that sent the mail.
  if (delivery?.state === 'WAITING') throw reportedEarly();
  const sentAt = own.addressGone && delivery?.state === 'SENT' ? delivery.sentAt : undefined;
  if (sentAt && clock.now().getTime() - sentAt.getTime() <= REPORTED_WITHIN_MS) {
    await owners.reportBounce({ email: own.address, diagnostic: maskDiagnostic(own.diagnostic) });
  }
  return own;
}

function ownReport(marks: NotificationResources['marks'], report: MailReport): OwnReport | undefined {
  for (const mark of report.marks) {
    for (const address of report.addresses) {
      const deliveryId = marks.deliveryOf(mark, address);
      if (deliveryId) return { ...report, deliveryId, address };
    }
  }
  return undefined;
}

/**
 * Keeps that a mail bounced after it was accepted, or stops the mails that somebody complained about: invitations to the
 * address, and mails about notices to its account. A report about nothing of ours changes nothing [NOT-05].
 */
export async function receiveMailReport(
  { tx, clock, refusalTokens, log }: NotificationWrite,
  _viewer: Viewer,
  _input: z.output<typeof mailReportSchema>,
  report: OwnReport | undefined,
): Promise<void> {
  if (!report) return;
  const { deliveryId, kind, address } = report;
  const failure = kind === 'BOUNCE' ? 'BOUNCED_LATER' : 'COMPLAINED';
  const delivery = await deliveries.markReported(tx, deliveryId, { bounced: kind === 'BOUNCE', failure });
  // The same report again.
  if (!delivery) return;
  if (kind === 'COMPLAINT') {
    await refusals.keep(tx, refusalTokens.hashOf(address), clock.now());
    const accountId = await accountOf(tx, delivery);
    if (accountId) await setNoticeMails(tx, { accountId, kind: 'ALL' }, true);
  }
  deliveryAttempts.add(1, { outcome: 'reported', failure });
  log.info({ deliveryId, kind: delivery.kind, failure }, 'a mail that was sent was reported');
}

function reportedEarly(): DomainError {
  const message = 'The mail is still being sent. Please send this again.';
  return new DomainError({ kind: 'UNAVAILABLE', reason: 'REPORTED_EARLY', message });
}

/** Whose notices a mail was about. */
async function accountOf(
  tx: NotificationWrite['tx'],
  { kind, subjectId }: { kind: string; subjectId: string },
): Promise<string> {
  if (kind === 'NOTICE_DIGEST') return accountOfDigest(subjectId);
  if (kind === 'NOTICE_EMAIL') return (await notices.recipientOf(tx, subjectId)) ?? '';
  return '';
}
