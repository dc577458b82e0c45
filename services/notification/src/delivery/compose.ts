import type { Database } from '@marquee/data/database';
import type { Clock } from '@marquee/runtime/clock';
import { challengeMail, challengeText } from '../messages/challenge-messages.ts';
import { creditRequestMail } from '../messages/credit-request-mail.ts';
import { crewInvitationMail, crewInvitationText } from '../messages/crew-invitation-mail.ts';
import { filmDecisionMail } from '../messages/film-decision-mail.ts';
import { judgeInvitationMail } from '../messages/judge-invitation-mail.ts';
import type { Message } from '../messages/message.ts';
import { accountClosingMail, exportReadyMail } from '../messages/own-data-mails.ts';
import { submissionDecisionMail } from '../messages/submission-decision-mail.ts';
import { ticketInvitationMail, ticketInvitationText } from '../messages/ticket-invitation-mail.ts';
import { composeDigest, composeNoticeMail, composeNoticeText } from '../notices/compose-notice.ts';
import type { NamesOf } from '../notices/names-of.ts';
import type { Printer } from '../print/printer.ts';
import * as refusals from '../refusals/mail-refusals.ts';
import type { RefusalTokens } from '../refusals/refusal-tokens.ts';
import * as preferences from '../settings/preferences.ts';
import { composeTickets } from '../tickets/compose-tickets.ts';
import type { TicketInvitation } from '../tickets/ticket-owners.ts';
import type { Channel, DeliverySubject } from './delivery.ts';
import type { CrewInvitation, FilmDecision, SubjectOwners, SubmissionDecision } from './subject-owners.ts';

export type ComposeResources = {
  owners: SubjectOwners;
  db: Database;
  clock: Clock;
  namesOf: NamesOf;
  refusalTokens: RefusalTokens;
  printer: Printer;
  publicUrl: string;
};

/** A message with its address, for one attempt. It is not kept. */
export type Composed = { channel: Channel; to: string; message: Message };

/** Why there is nothing to send any more. */
export type NotSent = { dropped: 'NOTHING_TO_SEND' | 'RECIPIENT_REFUSED' };
export const NOTHING_TO_SEND: NotSent = { dropped: 'NOTHING_TO_SEND' };
export const RECIPIENT_REFUSED: NotSent = { dropped: 'RECIPIENT_REFUSED' };

/**
 * Asks the owner for address and secret and writes the message.
 *
 * @throws SubjectNotFoundError
 */
export async function compose(resources: ComposeResources, subject: DeliverySubject): Promise<Composed | NotSent> {
  switch (subject.kind) {
    case 'CHALLENGE':
      return composeChallenge(resources, subject);
    case 'CREW_INVITATION':
      return composeCrewInvitation(resources, await resources.owners.crewInvitation(subject.subjectId));
    case 'TICKET_INVITATION':
      return composeTicketInvitation(resources, await resources.owners.ticketInvitation(subject.subjectId));
    case 'JUDGE_INVITATION':
      return composeInvitation(
        resources,
        await resources.owners.judgeInvitation(subject.subjectId),
        judgeInvitationMail,
      );
    case 'TICKET_CONFIRMATION':
      return composeTickets(resources, subject.subjectId);
    case 'CREDIT_REQUEST':
      return composeInvitation(resources, await resources.owners.creditRequest(subject.subjectId), creditRequestMail);
    case 'FILM_DECISION':
      return composeDecision(resources, await resources.owners.filmDecision(subject.subjectId));
    case 'NOTICE_EMAIL':
      return composeNoticeMail(resources, subject.subjectId);
    case 'NOTICE_DIGEST':
      return composeDigest(resources, subject.subjectId);
    case 'NOTICE_SMS':
      return composeNoticeText(resources, subject.subjectId);
    // Push messages are not composed of an address and a message: see send-push.ts.
    case 'NOTICE_PUSH':
      return NOTHING_TO_SEND;
    case 'SUBMISSION_DECISION':
      return composeSubmissionDecision(resources, await resources.owners.submissionDecision(subject.subjectId));
    case 'ACCOUNT_EXPORT':
      return composeOwn(resources, await resources.owners.accountExport(subject.subjectId), exportReadyMail);
    case 'ACCOUNT_CLOSING':
      return composeOwn(resources, await resources.owners.accountClosing(subject.subjectId), accountClosingMail);
  }
}

async function composeChallenge(
  { db, owners, clock, publicUrl, refusalTokens }: ComposeResources,
  { subjectId, generation }: DeliverySubject,
): Promise<Composed | NotSent> {
  const challenge = await owners.challenge(subjectId, generation);
  const now = clock.now();
  if (!challenge || challenge.expiresAt <= now) return NOTHING_TO_SEND;
  const { channel, to, accountId, ...facts } = challenge;
  const timeZone = await timeZoneOf(db, accountId);
  // Nobody asked for it: who wants no invitations gets none.
  if (facts.purpose === 'INVITED' && (await refusals.exists(db, refusalTokens.hashOf(to)))) return RECIPIENT_REFUSED;
  const write = channel === 'SMS' ? challengeText : challengeMail;
  return { channel, to, message: write({ ...facts, publicUrl, timeZone, now }) };
}

/** The time zone of an account that has chosen one for its notices. */
async function timeZoneOf(db: Database, accountId: string): Promise<string> {
  if (!accountId) return '';
  return (await preferences.settingsOf(db, [accountId])).get(accountId)?.timeZone ?? '';
}

function composeDecision({ publicUrl }: ComposeResources, decision: FilmDecision | undefined): Composed | NotSent {
  if (!decision) return NOTHING_TO_SEND;
  const { to, ...facts } = decision;
  return { channel: 'EMAIL', to, message: filmDecisionMail({ ...facts, publicUrl, timeZone: '' }) };
}

/** What somebody submitted and was decided on: they cannot refuse to learn it. */
function composeSubmissionDecision(
  { publicUrl }: ComposeResources,
  decision: SubmissionDecision | undefined,
): Composed | NotSent {
  if (!decision) return NOTHING_TO_SEND;
  const { to, ...facts } = decision;
  return { channel: 'EMAIL', to, message: submissionDecisionMail({ ...facts, publicUrl, timeZone: '' }) };
}

/** A mail about somebody's own account, which they cannot refuse. */
async function composeOwn<F extends { to: string; accountId: string }>(
  { db, publicUrl }: ComposeResources,
  found: F | undefined,
  write: (facts: Omit<F, 'to' | 'accountId'> & { publicUrl: string; timeZone: string }) => Message,
): Promise<Composed | NotSent> {
  if (!found) return NOTHING_TO_SEND;
  const { to, accountId, ...facts } = found;
  const timeZone = await timeZoneOf(db, accountId);
  return { channel: 'EMAIL', to, message: write({ ...facts, publicUrl, timeZone }) };
}

async function composeCrewInvitation(
  resources: ComposeResources,
  invitation: CrewInvitation | undefined,
): Promise<Composed | NotSent> {
  const write = invitation?.channel === 'SMS' ? crewInvitationText : crewInvitationMail;
  return composeInvitation(resources, invitation, write);
}

async function composeTicketInvitation(
  resources: ComposeResources,
  invitation: TicketInvitation | undefined,
): Promise<Composed | NotSent> {
  const write = invitation?.channel === 'SMS' ? ticketInvitationText : ticketInvitationMail;
  return composeInvitation(resources, invitation, write);
}

type Invitation = { to: string; channel?: Channel };
type RefusableFacts<I> = Omit<I, 'to' | 'channel'> & { refusalToken: string; publicUrl: string; timeZone: string };

/** A message that its recipient can refuse. */
async function composeInvitation<I extends Invitation>(
  { db, refusalTokens, publicUrl }: ComposeResources,
  invitation: I | undefined,
  write: (facts: RefusableFacts<I>) => Message,
): Promise<Composed | NotSent> {
  if (!invitation) return NOTHING_TO_SEND;
  const { to, channel = 'EMAIL', ...facts } = invitation;
  // Asked at each attempt, so that a refusal also stops what waits.
  if (await refusals.exists(db, refusalTokens.hashOf(to))) return RECIPIENT_REFUSED;
  const refusalToken = refusalTokens.tokenFor(to);
  return { channel, to, message: write({ ...facts, refusalToken, publicUrl, timeZone: '' }) };
}
