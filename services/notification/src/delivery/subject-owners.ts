import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Client } from '@connectrpc/connect';
import type { GiftService } from '@marquee/contracts/festival/v1/gift_pb';
import type { JudgeService } from '@marquee/contracts/festival/v1/judging_pb';
import type { DecisionMailService } from '@marquee/contracts/festival/v1/submission_desk_pb';
import type { TicketMailService } from '@marquee/contracts/festival/v1/ticket_mail_pb';
import type { CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { AssetKind } from '@marquee/contracts/film/v1/film_pb';
import { FilmActionKind, type ModerationService } from '@marquee/contracts/film/v1/moderation_pb';
import { ChallengeChannel } from '@marquee/contracts/identity/v1/auth_pb';
import type { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import type { PersonFactsService } from '@marquee/contracts/identity/v1/person_facts_pb';
import type { OwnDataMailService } from '@marquee/contracts/identity/v1/personal_data_pb';
import type { SessionService } from '@marquee/contracts/identity/v1/session_pb';
import { ifFound } from '@marquee/runtime/rpc/if-found';
import { type ChallengeFacts, challengePurpose } from '../messages/challenge-facts.ts';
import type { CreditRequestFacts } from '../messages/credit-request-mail.ts';
import type { CrewInvitationFacts } from '../messages/crew-invitation-mail.ts';
import type { FilmDecisionFacts, FilmDecisionKind } from '../messages/film-decision-mail.ts';
import type { JudgeInvitationFacts } from '../messages/judge-invitation-mail.ts';
import type { AccountClosingFacts, ExportReadyFacts } from '../messages/own-data-mails.ts';
import type { SubmissionDecisionFacts } from '../messages/submission-decision-mail.ts';
import { type TicketOwners, ticketOwners } from '../tickets/ticket-owners.ts';
import type { Channel } from './delivery.ts';

/** A challenge with its address and secret. */
export type RevealedChallenge = { channel: Channel; to: string; accountId: string } & Omit<
  ChallengeFacts,
  'publicUrl' | 'now' | 'timeZone'
>;

/** An invitation with its address. */
export type CrewInvitation = { channel: Channel; to: string } & Omit<
  CrewInvitationFacts,
  'publicUrl' | 'refusalToken' | 'timeZone'
>;

/** A credit that waits for the answer of whom it names, with their address. */
export type CreditRequest = { to: string } & Omit<CreditRequestFacts, 'publicUrl' | 'refusalToken' | 'timeZone'>;

/** What staff decided on a film, with its maker's address. */
export type FilmDecision = { to: string } & Omit<FilmDecisionFacts, 'publicUrl' | 'timeZone'>;

/** What an organization decided on a submission, with its maker's address. */
export type SubmissionDecision = { to: string } & Omit<SubmissionDecisionFacts, 'publicUrl' | 'timeZone'>;

/** An invitation to judge, with its address. */
export type JudgeInvitation = { to: string } & Omit<JudgeInvitationFacts, 'publicUrl' | 'refusalToken' | 'timeZone'>;

/** An export that can be downloaded, with its owner's address. */
export type AccountExport = { to: string; accountId: string } & Omit<ExportReadyFacts, 'publicUrl' | 'timeZone'>;

/** An account that is closing, with its address. */
export type AccountClosing = { to: string; accountId: string } & Omit<AccountClosingFacts, 'publicUrl' | 'timeZone'>;

/** The owner of a message's subject does not have it. */
export class SubjectNotFoundError extends Error {
  override readonly name = 'SubjectNotFoundError';
}

/** Calls to the owners of messages' subjects. Undefined is a subject that has ended. */
export type SubjectOwners = TicketOwners & {
  /** @throws SubjectNotFoundError */
  challenge(challengeId: string, generation: number): Promise<RevealedChallenge | undefined>;
  /** @throws SubjectNotFoundError */
  crewInvitation(invitationId: string): Promise<CrewInvitation | undefined>;
  /** @throws SubjectNotFoundError */
  creditRequest(claimId: string): Promise<CreditRequest | undefined>;
  /** @throws SubjectNotFoundError */
  filmDecision(actionId: string): Promise<FilmDecision | undefined>;
  /** @throws SubjectNotFoundError */
  submissionDecision(submissionId: string): Promise<SubmissionDecision | undefined>;
  /** @throws SubjectNotFoundError */
  judgeInvitation(judgeId: string): Promise<JudgeInvitation | undefined>;
  /** Where an account gets mail; '' when it can get none. @throws SubjectNotFoundError */
  mailAddress(accountId: string): Promise<{ email: string; firstName: string; language: string }>;
  /** Where an account gets text messages; '' without a number that it has proved. @throws SubjectNotFoundError */
  textAddress(accountId: string): Promise<{ phoneNumber: string; language: string }>;
  /** @throws SubjectNotFoundError */
  accountExport(exportId: string): Promise<AccountExport | undefined>;
  /** @throws SubjectNotFoundError */
  accountClosing(closingId: string): Promise<AccountClosing | undefined>;
  reportBounce(bounce: { email: string; diagnostic: string }): Promise<void>;
};

type Clients = {
  identity: Client<typeof SessionService>;
  people: Client<typeof PeopleService>;
  persons: Client<typeof PersonFactsService>;
  ownData: Client<typeof OwnDataMailService>;
  film: Client<typeof CrewService>;
  moderation: Client<typeof ModerationService>;
  decisions: Client<typeof DecisionMailService>;
  judges: Client<typeof JudgeService>;
  gifts: Client<typeof GiftService>;
  ticketMails: Client<typeof TicketMailService>;
};

/** Identity, film and festival, as notification asks them. */
export function subjectOwners(clients: Clients): SubjectOwners {
  const { identity, people, persons, ownData, film, moderation, decisions, judges } = clients;
  return {
    ...ticketOwners(clients, found),
    async challenge(challengeId, generation) {
      const revealed = await found(identity.revealChallenge({ challengeId, generation }));
      const { linkToken, code, firstName, purpose, device, place, startedAt, expiresAt } = revealed;
      const { language, accountId } = revealed;
      if (revealed.ended || !startedAt || !expiresAt) return undefined;
      const isText = revealed.channel === ChallengeChannel.PHONE;
      return {
        channel: isText ? 'SMS' : 'EMAIL',
        to: isText ? revealed.phoneNumber : revealed.email,
        purpose: challengePurpose(purpose),
        ...{ linkToken, code, firstName, device, place, language, accountId },
        startedAt: timestampDate(startedAt),
        expiresAt: timestampDate(expiresAt),
      };
    },
    async crewInvitation(invitationId) {
      const invitation = await found(film.getCreditInvitation({ invitationId }));
      const { email, phoneNumber, invitationToken, filmTitle, firstName, inviterName, credit, role, ended, language } =
        invitation;
      if (ended) return undefined;
      const address = phoneNumber
        ? ({ channel: 'SMS', to: phoneNumber } as const)
        : ({ channel: 'EMAIL', to: email } as const);
      return { ...address, invitationToken, filmTitle, firstName, inviterName, credit, role, language };
    },
    async creditRequest(claimId) {
      const request = await found(film.getCreditRequest({ claimId }));
      const { accountId, filmTitle, makerName, credit, role, ended } = request;
      if (ended) return undefined;
      const { email: to, firstName, language } = await found(people.getMailAddress({ accountId }));
      return to ? { to, filmTitle, firstName, makerName, credit, role, language } : undefined;
    },
    async filmDecision(actionId) {
      const decision = await found(moderation.getFilmDecision({ actionId }));
      if (decision.ended) return undefined;
      const { accountId, filmId, filmTitle, reason, published } = decision;
      const { email: to, firstName, language } = await found(people.getMailAddress({ accountId }));
      const kind = FilmActionKind[decision.kind] as FilmDecisionKind;
      const asset = AssetKind[decision.asset] as FilmDecisionFacts['asset'];
      return to ? { to, firstName, language, kind, filmId, filmTitle, reason, published, asset } : undefined;
    },
    async submissionDecision(submissionId) {
      const {
        makerId: accountId,
        festivalName,
        filmTitle,
        subject,
        body,
      } = await found(decisions.getSentDecision({ submissionId }));
      if (accountId === '') return undefined;
      const { email: to, language, firstName: _ } = await found(people.getMailAddress({ accountId }));
      return to ? { to, language, festivalName, filmTitle, subject, body } : undefined;
    },
    async judgeInvitation(judgeId) {
      const invitation = await found(judges.getJudgeInvitation({ judgeId }));
      const { email: to, firstName, inviterName, festivalName, callTitle, language, ended } = invitation;
      return ended ? undefined : { to, firstName, inviterName, festivalName, callTitle, language };
    },
    mailAddress: (accountId) => found(people.getMailAddress({ accountId })),
    textAddress: (accountId) => found(persons.getTextAddress({ accountId })),
    async accountExport(exportId) {
      const ready = await found(ownData.getExportMail({ exportId }));
      const { ended, email: to, firstName, expiresAt, language, accountId } = ready;
      if (ended || !expiresAt) return undefined;
      return { to, firstName, language, accountId, expiresAt: timestampDate(expiresAt) };
    },
    async accountClosing(closingId) {
      const closing = await found(ownData.getClosingMail({ closingId }));
      const { ended, email: to, firstName, keepUntil, doneBy, language, accountId } = closing;
      if (ended || !keepUntil || !doneBy) return undefined;
      const times = { keepUntil: timestampDate(keepUntil), doneBy: timestampDate(doneBy) };
      return { to, firstName, language, accountId, ...times };
    },
    reportBounce: async (bounce) => void (await identity.reportBounce(bounce)),
  };
}

async function found<T>(call: Promise<T>): Promise<T> {
  const answer = await ifFound(call);
  if (!answer) throw new SubjectNotFoundError('The owner has no such subject of a message.');
  return answer;
}
