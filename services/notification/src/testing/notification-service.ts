import { randomUUID } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { create, type DescMessage, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { EnvelopeSchema } from '@marquee/contracts/events/v1/envelope_pb';
import {
  CreditNamedSchema,
  type CrewInvited,
  CrewInvitedSchema,
  FilmDecidedSchema,
} from '@marquee/contracts/events/v1/film_pb';
import { ChallengeIssuedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { type GetTicketInvitationResponseSchema, GiftService } from '@marquee/contracts/festival/v1/gift_pb';
import { type GetJudgeInvitationResponseSchema, JudgeService } from '@marquee/contracts/festival/v1/judging_pb';
import { FestivalNoticeService } from '@marquee/contracts/festival/v1/notice_facts_pb';
import {
  DecisionMailService,
  type GetSentDecisionResponseSchema,
} from '@marquee/contracts/festival/v1/submission_desk_pb';
import { type GetTicketMailResponseSchema, TicketMailService } from '@marquee/contracts/festival/v1/ticket_mail_pb';
import { VoteService } from '@marquee/contracts/festival/v1/vote_pb';
import {
  CrewService,
  type GetCreditInvitationResponseSchema,
  type GetCreditRequestResponseSchema,
} from '@marquee/contracts/film/v1/crew_pb';
import { type GetFilmDecisionResponseSchema, ModerationService } from '@marquee/contracts/film/v1/moderation_pb';
import { NoticeFactsService } from '@marquee/contracts/film/v1/notice_facts_pb';
import { ChallengeChannel } from '@marquee/contracts/identity/v1/auth_pb';
import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { PersonFactsService } from '@marquee/contracts/identity/v1/person_facts_pb';
import {
  type ReportBounceRequest,
  type RevealChallengeResponseSchema,
  SessionService,
} from '@marquee/contracts/identity/v1/session_pb';
import { StaffNoticeService } from '@marquee/contracts/identity/v1/staff_notice_pb';
import { topicOf } from '@marquee/events/topics';
import { loadConfig } from '@marquee/runtime/config';
import { DomainError } from '@marquee/runtime/errors';
import { type Handlers, implement } from '@marquee/runtime/rpc/implement';
import { serve } from '@marquee/runtime/rpc/serve';
import { createVerifier } from '@marquee/runtime/verifier';
import { atEnd } from '@marquee/testing/cleanup';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { listenLocally } from '@marquee/testing/listen-locally';
import { recordingLog } from '@marquee/testing/recording-log';
import { silentLog } from '@marquee/testing/silent-log';
import { verifierKeys } from '@marquee/testing/test-keys';
import { testBus, testPlatform } from '@marquee/testing/test-platform';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { notificationConfig } from '../config.ts';
import { notification } from '../service.ts';

type Revealed = MessageInitShape<typeof RevealChallengeResponseSchema>;
type Invitation = MessageInitShape<typeof GetCreditInvitationResponseSchema>;

type Decision = MessageInitShape<typeof GetFilmDecisionResponseSchema>;
type CreditRequest = MessageInitShape<typeof GetCreditRequestResponseSchema>;

/** The doubles of identity and film: their answers, and what was reported to them. */
export type Neighbours = {
  challenges: Map<string, Revealed>;
  invitations: Map<string, Invitation>;
  requests: Map<string, CreditRequest>;
  decisions: Map<string, Decision>;
  /** Tickets that were sent to addresses, and tickets that people got, by `order:<id>` or `gift:<id>`. */
  ticketInvitations: Map<string, MessageInitShape<typeof GetTicketInvitationResponseSchema>>;
  ticketMails: Map<string, MessageInitShape<typeof GetTicketMailResponseSchema>>;
  /** Decisions on submissions that were mailed. */
  sentDecisions: Map<string, MessageInitShape<typeof GetSentDecisionResponseSchema>>;
  /** Invitations to judge that were sent to addresses. */
  judgeInvitations: Map<string, MessageInitShape<typeof GetJudgeInvitationResponseSchema>>;
  /** What is said of people and films in notices, by id. */
  people: Map<string, { firstName: string; lastName: string; profilePicture?: string }>;
  films: Map<string, { filmTitle: string; makerId: string; picture?: string }>;
  /** What festival calls events, organizations and orders of tickets, by id. */
  subjects: Map<string, string>;
  /** Who may still vote at a place, `<event>/<block>`. */
  voters: Map<string, string[]>;
  /** The accounts that sign in with an email. */
  signInEmails: Map<string, string>;
  /** What staff wrote, and to whom. */
  staffNotices: Map<string, { title: string; text: string; accountIds: string[] }>;
  /** Whom films credit. Each page waits for `beforePage`. */
  credited: Map<string, string[]>;
  beforePage: (page: number) => Promise<void>;
  /** The numbers that accounts have proved. */
  phones: Map<string, string>;
  /** Where accounts get mail. */
  addresses: Map<string, { email: string; firstName: string }>;
  bounces: ReportBounceRequest[];
  /** While true, identity answers UNAVAILABLE. */
  identityUnavailable: boolean;
  /** While true, identity answers UNAVAILABLE to reports of bounces. */
  bouncesUnavailable: boolean;
  /** While true, film answers UNAVAILABLE. */
  filmUnavailable: boolean;
  reveals: number;
};

const running: (() => Promise<void>)[] = [];

const drainAll = async () => {
  await Promise.all(running.splice(0).map((drain) => drain()));
};

// The services of one file share a bus, and of one group each event goes to one of them. Other runners drain at the end.
if ('afterEach' in globalThis) afterEach(drainAll);
else atEnd(drainAll);

const START = '2026-11-20T09:00:00Z';
const notHere = (): never => {
  throw new DomainError({ kind: 'NOT_FOUND', reason: 'NOT_FOUND', message: 'There is no such thing.' });
};

/** Notification on a real database and bus, between in-process gRPC servers in the place of its neighbours. */
export async function notificationService(env: Record<string, string> = { DEV_INBOX: '1' }) {
  const clock = fixedClock(START);
  const neighbours: Neighbours = {
    challenges: new Map(),
    invitations: new Map(),
    requests: new Map(),
    decisions: new Map(),
    ...{
      ticketInvitations: new Map(),
      ticketMails: new Map(),
      judgeInvitations: new Map(),
      sentDecisions: new Map(),
      subjects: new Map(),
      voters: new Map(),
      signInEmails: new Map(),
    },
    ...{ staffNotices: new Map(), people: new Map(), films: new Map(), credited: new Map(), phones: new Map() },
    beforePage: async () => {},
    addresses: new Map(),
    bounces: [],
    identityUnavailable: false,
    bouncesUnavailable: false,
    filmUnavailable: false,
    reveals: 0,
  };
  const connections = new Set<Socket>();
  const identity = await throughCounter(
    connections,
    await standIn(
      'identity',
      [
        implement(SessionService, sessionHandlers(neighbours)),
        implement(PeopleService, {
          ...refusing(PeopleService),
          getMailAddress: async ({ accountId }) => neighbours.addresses.get(accountId) ?? notHere(),
        }),
        implement(PersonFactsService, personFacts(neighbours)),
        implement(StaffNoticeService, staffNotices(neighbours)),
      ],
      clock,
    ),
  );
  const film = await throughCounter(
    connections,
    await standIn(
      'film',
      [
        implement(ModerationService, {
          ...refusing(ModerationService),
          getFilmDecision: async ({ actionId }) => neighbours.decisions.get(actionId) ?? notHere(),
        }),
        implement(NoticeFactsService, filmFacts(neighbours)),
        implement(CrewService, {
          ...refusing(CrewService),
          getCreditRequest: async ({ claimId }) => neighbours.requests.get(claimId) ?? notHere(),
          getCreditInvitation: async ({ invitationId }) => {
            if (neighbours.filmUnavailable) throw unavailable();
            return neighbours.invitations.get(invitationId) ?? notHere();
          },
        }),
      ],
      clock,
    ),
  );
  const festivalPort = await standIn(
    'festival',
    [
      implement(GiftService, {
        ...refusing(GiftService),
        getTicketInvitation: async ({ invitationId }) => neighbours.ticketInvitations.get(invitationId) ?? notHere(),
      }),
      implement(VoteService, {
        ...refusing(VoteService),
        listBallotRecipients: async ({ eventId, blockId, pageSize, cursor }) =>
          pageOf(neighbours.voters.get(`${eventId}/${blockId}`), pageSize, cursor),
      }),
      implement(DecisionMailService, {
        getSentDecision: async ({ submissionId }) => neighbours.sentDecisions.get(submissionId) ?? notHere(),
      }),
      implement(JudgeService, {
        ...refusing(JudgeService),
        getJudgeInvitation: async ({ judgeId }) => neighbours.judgeInvitations.get(judgeId) ?? notHere(),
      }),
      implement(FestivalNoticeService, {
        describeSubjects: async ({ subjectIds }) => ({
          names: Object.fromEntries(subjectIds.flatMap((id) => namedBy(neighbours.subjects, id))),
        }),
      }),
      implement(TicketMailService, {
        getTicketMail: async ({ orderId, giftId }) =>
          neighbours.ticketMails.get(giftId ? `gift:${giftId}` : `order:${orderId}`) ?? notHere(),
      }),
    ],
    clock,
  );
  const { log, lines, said } = recordingLog();
  const platform = await testPlatform('notification', {
    clock,
    log,
    addresses: { identity, film, festival: `127.0.0.1:${festivalPort}` },
  });
  const config = loadConfig(notificationConfig, {
    PUBLIC_URL: 'http://127.0.0.1:3000',
    CURSOR_KEY: 'c'.repeat(32),
    REFUSAL_HASH_KEY: 'h'.repeat(32),
    REFUSAL_TOKEN_KEY: 't'.repeat(32),
    VAPID_SECRET: 'v'.repeat(32),
    ...env,
  });
  const start = async () => {
    const service = await notification.start(config, platform);
    let drained: Promise<void> | undefined;
    const drain = () => {
      drained ??= service.drain();
      return drained;
    };
    running.push(drain);
    return { ...service, drain };
  };
  const service = await start();

  return {
    service,
    start,
    clock,
    neighbours,
    db: platform.db,
    signals: platform.signals,
    lines,
    said,
    /** Connections to its neighbours that are open. */
    connections: () => connections.size,
    /** Identity says that a challenge waits to be sent; it will reveal this when it is asked. */
    /** Publishes a challenge; without `revealed` it is one that identity does not know. */
    issue: async (revealed?: Revealed, { challengeId = randomUUID(), generation = 1, eventId = randomUUID() } = {}) => {
      if (revealed) {
        const startedAt = timestampFromDate(clock.now());
        const expiresAt = timestampFromDate(new Date(clock.now().getTime() + 600_000));
        neighbours.challenges.set(challengeId, { startedAt, expiresAt, ...revealed });
      }
      await publish(ChallengeIssuedSchema, { challengeId, generation }, challengeId, eventId);
      return challengeId;
    },
    invite: async (invitation: Invitation) => {
      const invitationId = randomUUID();
      neighbours.invitations.set(invitationId, { invitationId, ...invitation });
      const event: MessageInitShape<typeof CrewInvitedSchema> & Partial<CrewInvited> = {
        filmId: 'film-1',
        invitationId,
      };
      await publish(CrewInvitedSchema, event, 'film-1', randomUUID());
      return invitationId;
    },
    /** A film names an account, which gets its mail there. */
    name: async (accountId: string, email: string, more: CreditRequest = {}) => {
      const claimId = randomUUID();
      neighbours.addresses.set(accountId, { email, firstName: 'Ana' });
      const about = { filmTitle: 'Low Tide', credit: 'Sound', makerName: 'Maeve Byrne' };
      neighbours.requests.set(claimId, { accountId, ...about, ...more });
      await publish(CreditNamedSchema, { filmId: 'film-1', claimId, accountId }, 'credit-1', randomUUID());
      return claimId;
    },
    /** Staff decide on the film of an account, which gets its mail there. */
    decide: async (email: string, decision: Decision) => {
      const [actionId, accountId] = [randomUUID(), randomUUID()];
      neighbours.films.set('film-1', { filmTitle: 'Low Tide', makerId: accountId });
      neighbours.addresses.set(accountId, { email, firstName: 'Ana' });
      neighbours.decisions.set(actionId, { accountId, filmId: 'film-1', filmTitle: 'Low Tide', ...decision });
      await publish(FilmDecidedSchema, { filmId: 'film-1', actionId }, 'film-1', randomUUID());
      return actionId;
    },
    /** Any event, of whatever its neighbours emit. */
    emit: <S extends DescMessage>(
      schema: S,
      event: MessageInitShape<S>,
      key = randomUUID(),
      eventId = randomUUID(),
      version = 1n,
    ) => publish(schema, event, key, eventId, version),
    inbox: async () => {
      const response = await fetch(`http://127.0.0.1:${service.httpPort}/dev/inbox.json`);
      return (await response.json()) as InboxEntry[];
    },
    deliveries: () =>
      platform.db.query<{ subject: string; state: string; attempts: number; failure: string; address: string }>(
        `SELECT subject_id AS subject, state, attempts, failure, masked_address AS address
         FROM deliveries WHERE leased_until IS NULL ORDER BY id`,
      ),
  };
}

export type InboxEntry = {
  to: string;
  channel: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  code: string;
  oneClickUrl: string;
};

/** A mail of a sign-in link as identity reveals it. */
export function signInLink(email: string): Revealed {
  return { channel: ChallengeChannel.EMAIL, email, linkToken: `token-for-${email.split('@')[0]}`, firstName: 'Noor' };
}

/** A real SMTP server that refuses by the recipient's name: gone@ for good, busy@ for now. */
export async function smtpServer() {
  const received: string[] = [];
  /** What was received, as mail programs read it; as it came; and where it comes back to. */
  const mails: Email[] = [];
  const [raws, senders]: [string[], string[]] = [[], []];
  const refused: string[] = [];
  const busy = { for: true };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('gone@')) {
        refused.push(address);
        done(Object.assign(new Error(`<${address}> No such user`), { responseCode: 550 }));
      } else if (address.startsWith('full@')) {
        done(Object.assign(new Error('5.2.2 Mailbox full'), { responseCode: 552 }));
      } else if (address.startsWith('busy@') && busy.for) done(Object.assign(new Error('Busy'), { responseCode: 451 }));
      else done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        mails.push(await PostalMime.parse(Buffer.concat(chunks)));
        raws.push(Buffer.concat(chunks).toString('latin1'));
        senders.push(session.envelope.mailFrom ? session.envelope.mailFrom.address : '');
        received.push(...session.envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  const port = await listenLocally(server.server);
  atEnd(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `smtp://127.0.0.1:${port}`, received, mails, raws, senders, refused, busy };
}

async function publish<S extends DescMessage>(
  schema: S,
  init: MessageInitShape<S>,
  key: string,
  id: string,
  aggregateVersion = 1n,
) {
  const envelope = create(EnvelopeSchema, {
    id,
    type: schema.typeName,
    aggregateType: 'test',
    aggregateId: key,
    aggregateVersion,
    occurredAt: timestampFromDate(new Date(START)),
    payload: toBinary(schema, create(schema, init)),
  });
  const body = toBinary(EnvelopeSchema, envelope);
  await (await testBus()).publish([{ topic: topicOf(schema), key, id, type: schema.typeName, body }]);
}

async function standIn(service: string, implementations: ReturnType<typeof implement>[], clock: { now(): Date }) {
  const verifier = createVerifier({ ...verifierKeys, clock });
  const options = { host: '127.0.0.1', port: 0, log: silentLog, clock };
  const server = await serve({ service, verifier, implementations, ...options });
  atEnd(() => server.drain(0));
  return server.port;
}

/** Forwards connections to the port, and keeps a list of the open ones. */
async function throughCounter(open: Set<Socket>, port: number): Promise<string> {
  // What arrives is passed on at once: a small write that waits for an acknowledgement adds 40 ms to each call.
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port, host: '127.0.0.1', noDelay: true });
    open.add(near);
    near.once('close', () => {
      open.delete(near);
      far.destroy();
    });
    for (const socket of [near, far]) socket.on('error', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  atEnd(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${await listenLocally(server)}`;
}

const unavailable = () => new DomainError({ kind: 'UNAVAILABLE', reason: 'UNAVAILABLE', message: 'Unavailable.' });

function sessionHandlers(neighbours: Neighbours): Handlers<typeof SessionService> {
  const orUnavailable = () => {
    if (neighbours.identityUnavailable) throw unavailable();
  };
  return {
    ...refusing(SessionService),
    revealChallenge: async ({ challengeId }) => {
      neighbours.reveals += 1;
      orUnavailable();
      const challenge = neighbours.challenges.get(challengeId) ?? notHere();
      return { purpose: 'SIGN_IN', ...challenge };
    },
    reportBounce: async (request) => {
      orUnavailable();
      if (neighbours.bouncesUnavailable) throw unavailable();
      neighbours.bounces.push(request);
      return {};
    },
  };
}

function personFacts(neighbours: Neighbours): Handlers<typeof PersonFactsService> {
  return {
    ...refusing(PersonFactsService),
    describePeople: async ({ accountIds }) => ({
      people: accountIds.flatMap((id) => {
        const person = neighbours.people.get(id);
        return person ? [{ id, ...person }] : [];
      }),
    }),
    findRecipient: async ({ email, phoneNumber }) => {
      if (neighbours.identityUnavailable) throw unavailable();
      return { accountId: neighbours.signInEmails.get(email || phoneNumber) ?? '' };
    },
    getTextAddress: async ({ accountId }) => ({ phoneNumber: neighbours.phones.get(accountId) ?? '' }),
  };
}

function staffNotices(neighbours: Neighbours): Handlers<typeof StaffNoticeService> {
  return {
    ...refusing(StaffNoticeService),
    describeStaffNotices: async ({ staffNoticeIds }) => ({
      notices: staffNoticeIds.flatMap((id) => {
        const { title, text } = neighbours.staffNotices.get(id) ?? notHere();
        return [{ id, title, text }];
      }),
    }),
    listStaffNoticeRecipients: async ({ staffNoticeId, pageSize, cursor }) => {
      return pageOf(neighbours.staffNotices.get(staffNoticeId)?.accountIds, pageSize, cursor);
    },
  };
}

function pageOf(all: readonly string[] = [], pageSize: number, cursor: string) {
  const from = Number(cursor);
  const next = from + pageSize;
  return { accountIds: all.slice(from, next), nextCursor: next < all.length ? String(next) : '' };
}

function filmFacts(neighbours: Neighbours): Handlers<typeof NoticeFactsService> {
  return {
    ...refusing(NoticeFactsService),
    describeFilms: async ({ filmIds }) => ({
      films: filmIds.flatMap((filmId) => {
        const film = neighbours.films.get(filmId);
        return film ? [{ filmId, ...film }] : [];
      }),
    }),
    listCreditedPeople: async ({ filmId, pageSize, cursor }) => {
      await neighbours.beforePage(Number(cursor) / pageSize);
      return pageOf(neighbours.credited.get(filmId), pageSize, cursor);
    },
  };
}

function namedBy(names: ReadonlyMap<string, string>, id: string): [string, string][] {
  const name = names.get(id);
  return name === undefined ? [] : [[id, name]];
}

// The methods that notification does not call.
function refusing<
  S extends
    | typeof SessionService
    | typeof PeopleService
    | typeof CrewService
    | typeof GiftService
    | typeof JudgeService
    | typeof ModerationService
    | typeof PersonFactsService
    | typeof VoteService
    | typeof StaffNoticeService
    | typeof NoticeFactsService,
>(service: S): Handlers<S> {
  const handlers: unknown = Object.fromEntries(
    service.methods.map(({ localName }) => [localName, async () => notHere()]),
  );
  return handlers as Handlers<S>;
}
