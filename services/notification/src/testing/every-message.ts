import { NOTICE_KIND_NAMES, type NoticeKindName } from '@marquee/rules/notices';
import { type Reader, wordingFor } from '../language/wording.ts';
import type { ChallengeFacts, ChallengePurpose } from '../messages/challenge-facts.ts';
import { challengeMail, challengeText } from '../messages/challenge-messages.ts';
import { creditRequestMail } from '../messages/credit-request-mail.ts';
import { crewInvitationMail, crewInvitationText } from '../messages/crew-invitation-mail.ts';
import { type FilmDecisionFacts, type FilmDecisionKind, filmDecisionMail } from '../messages/film-decision-mail.ts';
import { judgeInvitationMail } from '../messages/judge-invitation-mail.ts';
import type { Message } from '../messages/message.ts';
import { digestMail, noticeMail, noticeText } from '../messages/notice-mail.ts';
import { accountClosingMail, exportReadyMail } from '../messages/own-data-mails.ts';
import { REFUSAL_LABELS } from '../messages/refusal-labels.ts';
import { refusalLinks } from '../messages/refusal-links.ts';
import { submissionDecisionMail } from '../messages/submission-decision-mail.ts';
import { ticketConfirmationMail } from '../messages/ticket-confirmation-mail.ts';
import { ticketInvitationMail, ticketInvitationText } from '../messages/ticket-invitation-mail.ts';
import type { Words } from '../notices/kinds.ts';
import type { NoticeRow } from '../notices/notice.ts';
import { wordOutside } from '../notices/worded-notice.ts';

const PURPOSES: ChallengePurpose[] = ['SIGN_IN', 'CREATE_ACCOUNT', 'CHANGE_EMAIL', 'UNDO_EMAIL', 'UNDO_PHONE'];
const DECISIONS: FilmDecisionKind[] = [
  ...(['APPROVED', 'APPROVAL_WITHDRAWN', 'CHANGES_REQUESTED', 'CHANGE_REQUEST_WITHDRAWN'] as const),
  ...(['REPLACEMENT_APPROVED', 'REPLACEMENT_DECLINED'] as const),
];
const ASSETS = ['UNSPECIFIED', 'FILM_VIDEO', 'TRAILER_VIDEO', 'TRAILER_IMAGE', 'POSTER_IMAGE'] as const;

const VARIANTS: Partial<Record<NoticeKindName, string[]>> = {
  FILM_DECIDED: [...DECISIONS, 'OTHER'],
  SUBMISSION_ENDED: ['CANCELLED', 'DISQUALIFIED'],
  TICKET_RECEIVED: ['', 'SENT'],
  TICKETS_REFUNDED: ['BUYER', 'ONE_BUYER', 'SELLER', 'ONE_SELLER', 'CANCELLED', 'LATE'],
  ORDER_REFUNDED: ['LATE', 'GONE', 'STAFF', 'LATE_COINS', 'GONE_COINS', 'STAFF_COINS'],
  REFUND_OWED: ['FILM', 'TICKETS', 'SUBMISSION', 'PLAN'].flatMap((of) =>
    ['OWED', 'GIVEN', 'ELSEWHERE'].map((step) => `${of}_${step}`),
  ),
  PLAN_CHANGED: [
    'RENEWED',
    'DECLINED',
    'ENDS_SOON',
    'RENEWS_SOON',
    'ENDED',
    'ENDED_UNPAID',
    'REFUNDED',
    'REFUNDED_TO_BEFORE',
  ],
};

export type Sample = { firstName: string; person: string; film: string };
const NAMED: Sample = { firstName: 'Noor', person: 'Maeve Byrne', film: 'Low Tide & High Water' };

/** Every mail and text message in all its forms, as a reader gets it. */
export async function everyMessage(reader: Reader, sample: Sample = NAMED): Promise<[string, Message][]> {
  const notices = await everyNotice(reader, sample);
  return [
    ...challengeMessages(reader, sample),
    ...filmMails(reader, sample),
    ...ticketMails(reader, sample),
    ...noticeMessages(reader, sample, notices),
  ];
}

/** Every notice in all its forms, in words. */
export async function everyNotice(reader: Reader, { person, film }: Sample = NAMED): Promise<[string, Words][]> {
  const named = { picture: '', language: '' };
  const namesOf = async () => ({
    person: () => ({ ...named, name: person }),
    film: () => ({ ...named, name: film }),
    subject: () => (film === '' ? '' : 'Opening night'),
    // What staff write is in their own words: until it is known, ours stand in.
    staff: () => ({ title: '', text: '' }),
  });
  const worded: [string, Words][] = [];
  for (const kind of NOTICE_KIND_NAMES) {
    const variants = VARIANTS[kind] ?? [''];
    const actors = kind === 'CREDIT_ACCEPTED' ? ['a', ''] : ['a'];
    for (const variant of variants) {
      for (const actorId of actors) {
        const row = { kind, variant, actorId, filmId: 'f', subjectId: 's' } as NoticeRow;
        const words = await wordOutside(wordingFor(reader), namesOf, row);
        worded.push([[kind, variant, actorId && 'by'].filter(Boolean).join(' '), words]);
      }
    }
  }
  return worded;
}

function challengeMessages(reader: Reader, { firstName }: Sample): [string, Message][] {
  const facts: ChallengeFacts = {
    ...{
      ...reader,
      firstName,
      publicUrl: 'https://films.example',
      linkToken: 'tok_EN-123',
      code: '',
      purpose: 'SIGN_IN',
    },
    ...{ device: 'Firefox on Linux', place: 'Lisbon, Portugal', startedAt: new Date('2026-11-20T09:00:00Z') },
    ...{ expiresAt: new Date('2026-11-20T09:10:00Z'), now: new Date('2026-11-20T09:00:20Z') },
  };
  const week = { ...facts, expiresAt: new Date('2026-11-27T09:10:00Z') };
  const code = { ...facts, linkToken: '', code: '482913' };
  return [
    ...PURPOSES.map((purpose): [string, Message] => [
      `${purpose} mail`,
      challengeMail({ ...(purpose.startsWith('UNDO') ? week : facts), purpose }),
    ]),
    ['code mail', challengeMail({ ...code, device: 'Unknown device', place: 'Unknown place' })],
    ['code text', challengeText(code)],
    ['UNDO_EMAIL text', challengeText({ ...week, purpose: 'UNDO_EMAIL' })],
    ['UNDO_PHONE text', challengeText({ ...week, purpose: 'UNDO_PHONE' })],
  ];
}

function filmMails(reader: Reader, { firstName, person, film }: Sample): [string, Message][] {
  const credit = {
    ...{
      ...reader,
      firstName,
      filmTitle: film || 'Low Tide',
      publicUrl: 'https://films.example',
      refusalToken: 'hash.signature',
    },
    ...{ credit: 'Sound', role: 'Sound recordist' },
  };
  const decision: FilmDecisionFacts = {
    ...{ ...reader, firstName, filmTitle: film || 'Low Tide', publicUrl: 'https://films.example', filmId: '0197-film' },
    ...{ kind: 'APPROVED', published: true, asset: 'UNSPECIFIED', reason: '1. Audio\n2. Final' },
  };
  return [
    ['crew invitation', crewInvitationMail({ ...credit, invitationToken: 'i.s', inviterName: person })],
    ['crew invitation text', crewInvitationText({ ...credit, invitationToken: 'i.s', inviterName: person })],
    ['credit request', creditRequestMail({ ...credit, makerName: person })],
    ['credit request of a notice', creditRequestMail({ ...credit, makerName: '' }, REFUSAL_LABELS.CREDIT_NAMED)],
    [
      'submission decision',
      submissionDecisionMail({
        ...{ ...reader, publicUrl: 'https://films.example', festivalName: 'Lumen', filmTitle: film || 'Low Tide' },
        ...{ subject: 'Lumen 2026', body: '1. Audio\n2. Final' },
      }),
    ],
    [
      'judge invitation',
      judgeInvitationMail({
        ...{ ...reader, firstName, inviterName: person, festivalName: 'Lumen', callTitle: film || 'Low Tide' },
        ...{ publicUrl: 'https://films.example', refusalToken: 'hash.signature' },
      }),
    ],
    ['APPROVED before publishing', filmDecisionMail({ ...decision, published: false })],
    ...DECISIONS.flatMap((kind) =>
      (kind.startsWith('REPLACEMENT') ? ASSETS : [decision.asset]).map((asset): [string, Message] => [
        `${kind} ${asset}`,
        filmDecisionMail({ ...decision, kind, asset }),
      ]),
    ),
  ];
}

function ticketMails(reader: Reader, { firstName, person, film }: Sample): [string, Message][] {
  const event = {
    ...{
      id: 'e1',
      name: film || 'Opening night',
      festivalName: 'Lumen',
      timeZone: 'Europe/Lisbon',
      place: 'Cinema Ideal',
    },
    ...{ startTime: new Date('2026-12-04T20:00:00Z'), endTime: new Date('2026-12-04T22:00:00Z') },
  };
  const own = { ...reader, firstName, publicUrl: 'https://films.example' };
  const ticket = {
    id: 't1',
    ticketTypeName: 'Full price',
    code: 'code',
    event,
    eventVersion: 1,
    applePass: new Uint8Array(),
  };
  const bought = { ...own, count: 1, amount: 1_200n, currency: 'USD', giverName: '', isGift: false };
  const sent = { ...own, invitationId: 'i1', userTicketId: 't1', refusalToken: 'h.s', giverName: person, event };
  return [
    ['ticket invitation', ticketInvitationMail(sent)],
    ['ticket invitation text', ticketInvitationText(sent)],
    ['ticket', ticketConfirmationMail({ ...bought, tickets: [ticket] })],
    ['tickets', ticketConfirmationMail({ ...bought, tickets: [ticket, ticket], count: 2 })],
    [
      'free ticket online',
      ticketConfirmationMail({ ...bought, tickets: [{ ...ticket, event: { ...event, place: '' } }], amount: 0n }),
    ],
    ['gift', ticketConfirmationMail({ ...bought, tickets: [ticket], amount: 0n, giverName: person, isGift: true })],
  ];
}

function noticeMessages(reader: Reader, { firstName }: Sample, notices: [string, Words][]): [string, Message][] {
  const wording = wordingFor(reader);
  const publicUrl = 'https://films.example';
  const own = { ...reader, firstName, publicUrl };
  const [from, until] = [new Date('2026-12-04T23:30:00Z'), new Date('2026-12-20T23:30:00Z')];
  const labels = Object.entries(REFUSAL_LABELS);
  const mails = notices.map(([name, words], index): [string, Message] => {
    const [kind = '', label] = labels[index % labels.length] ?? [];
    const refusal = refusalLinks({ publicUrl, refusalToken: 'h.s' }, wording.t(label ?? REFUSAL_LABELS.ALL));
    return [
      `${name} mail`,
      noticeMail(wording, { firstName, publicUrl, kind, ...words, path: '/notifications/1', refusal }),
    ];
  });
  const refusal = refusalLinks({ publicUrl, refusalToken: 'h.s' }, wording.t(REFUSAL_LABELS.ALL));
  const words = notices.map(([, worded]) => worded);
  return [
    ['export', exportReadyMail({ ...own, expiresAt: from })],
    ['closing', accountClosingMail({ ...own, keepUntil: from, doneBy: until })],
    ...mails,
    ['digest', digestMail(wording, { firstName, publicUrl, notices: words, hasMore: true, refusal })],
    ...notices.map(([name, { title }]): [string, Message] => [
      `${name} text`,
      noticeText({ publicUrl, title, path: '/notifications/1' }),
    ]),
  ];
}
