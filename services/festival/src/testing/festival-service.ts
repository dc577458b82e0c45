import { create, type DescMessage, fromBinary, type MessageShape, toBinary } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { EnvelopeSchema } from '@marquee/contracts/events/v1/envelope_pb';
import {
  AccountBlockedSchema,
  AccountReinstatedSchema,
  AccountSuspendedSchema,
  AccountUnblockedSchema,
  ProfileChangedSchema,
} from '@marquee/contracts/events/v1/identity_pb';
import { EventBooksService } from '@marquee/contracts/festival/v1/books_pb';
import { CallService } from '@marquee/contracts/festival/v1/calls_pb';
import { DashboardService } from '@marquee/contracts/festival/v1/dashboard_pb';
import { DoorService } from '@marquee/contracts/festival/v1/door_pb';
import { OrganizationEarningsService } from '@marquee/contracts/festival/v1/earnings_pb';
import { GiftService } from '@marquee/contracts/festival/v1/gift_pb';
import { JudgeService, JudgingDeskService } from '@marquee/contracts/festival/v1/judging_pb';
import { OrganizationBackOfficeService } from '@marquee/contracts/festival/v1/organization_back_office_pb';
import { OrganizationService, OrganizationType } from '@marquee/contracts/festival/v1/organization_pb';
import { OrganizationPayoutService } from '@marquee/contracts/festival/v1/payouts_pb';
import { ProgrammeDeskService, ProgrammeService } from '@marquee/contracts/festival/v1/programme_pb';
import { PromoCodeService } from '@marquee/contracts/festival/v1/promo_code_pb';
import { TicketReceiptService } from '@marquee/contracts/festival/v1/receipts_pb';
import { SaleRoomService } from '@marquee/contracts/festival/v1/sale_room_pb';
import { ScreeningService } from '@marquee/contracts/festival/v1/screening_pb';
import { SubmissionDeskService } from '@marquee/contracts/festival/v1/submission_desk_pb';
import { SubmissionService } from '@marquee/contracts/festival/v1/submissions_pb';
import { TeamService } from '@marquee/contracts/festival/v1/team_pb';
import { TicketDeskService } from '@marquee/contracts/festival/v1/ticket_desk_pb';
import { TicketCheckoutService, TicketService, TicketTypeService } from '@marquee/contracts/festival/v1/tickets_pb';
import { VoteService } from '@marquee/contracts/festival/v1/vote_pb';
import { WaitingListService } from '@marquee/contracts/festival/v1/waiting_list_pb';
import { NoticeFactsService } from '@marquee/contracts/film/v1/notice_facts_pb';
import { FreshProof } from '@marquee/contracts/identity/v1/fresh_proof_pb';
import { newId } from '@marquee/data/ids';
import { topicOf } from '@marquee/events/topics';
import { implement } from '@marquee/runtime/rpc/implement';
import { serve } from '@marquee/runtime/rpc/serve';
import { createVerifier } from '@marquee/runtime/verifier';
import type { AccountViewer, Viewer } from '@marquee/runtime/viewer';
import { atEnd } from '@marquee/testing/cleanup';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { paymentCustomers } from '@marquee/testing/payment-customers';
import { silentLog } from '@marquee/testing/silent-log';
import { verifierKeys } from '@marquee/testing/test-keys';
import { testPlatform } from '@marquee/testing/test-platform';
import { viewers } from '@marquee/testing/viewers';
import { festivalConfig } from '../config.ts';
import { festival } from '../service.ts';
import { type Exported, identityDouble, type KnownPeople, pairOf } from './identity-double.ts';
import { startPicturesDouble } from './pictures-double.ts';

const SECRETS = {
  CURSOR_KEY: 'cursor-key-'.repeat(4),
  TICKET_KEY: 'ticket-key-'.repeat(4),
  GIFT_HASH_KEY: 'gift-key-'.repeat(4),
};

/** What film says of a film. */
type DescribedFilm = {
  filmId: string;
  filmTitle: string;
  makerId: string;
  runningTime: number;
  visible: boolean;
  version: bigint;
  projectType: string;
  country: string;
  /** Absent as from a process of an earlier release. */
  directors: string[] | undefined;
  /** Accounts in its crew. */
  crew: string[];
};

/** How many people watch each event, as film says. */
export const VIEWERS_OF_EVENT = 7;

/** A stand-in of film that describes its films. */
async function filmDouble(described: ReadonlyMap<string, DescribedFilm>, clock: { now(): Date }): Promise<string> {
  const facts = implement(NoticeFactsService, {
    describeFilms: async ({ filmIds }) => ({
      films: filmIds.flatMap((id) => {
        const found = described.get(id);
        if (!found) return [];
        const { crew: _, directors, ...film } = found;
        return [{ ...film, directors: directors && { names: directors } }];
      }),
    }),
    listCreditedPeople: async () => ({}),
    countEventViewers: async ({ eventIds }) => ({ viewers: eventIds.length * VIEWERS_OF_EVENT }),
    listFilmAccounts: async ({ filmIds }) => ({
      films: filmIds.flatMap((filmId) => {
        const { makerId, crew } = described.get(filmId) ?? { makerId: '', crew: [] };
        return makerId ? [{ filmId, accountIds: [makerId, ...crew] }] : [];
      }),
    }),
  });
  const verifier = createVerifier({ ...verifierKeys, clock });
  const server = await serve({
    ...{ service: 'film', verifier, implementations: [facts], host: '127.0.0.1', port: 0, log: silentLog, clock },
  });
  atEnd(() => server.drain(0));
  return `127.0.0.1:${server.port}`;
}

/** Festival with everything real, except film, and people who call it; once per test file. */
export async function festivalService(
  settings: object = {},
  exported: Exported = { people: [], suspendedIds: [], blocks: [] },
) {
  const clock = fixedClock('2026-11-20T12:00:00Z');
  /** What film would say of its films, by id. */
  const described = new Map<string, DescribedFilm>();
  const film = await filmDouble(described, clock);
  /** What identity would say of people. */
  const known: KnownPeople = {
    ...{ addresses: new Map(), phones: new Map(), bounced: new Set(), addressesUnavailable: false },
    ...{ connections: new Set(), plans: new Map() },
    ...{ proof: FreshProof.GIVEN, customers: paymentCustomers() },
  };
  const identity = await identityDouble(known, exported, clock);
  const alone = await testPlatform('festival', { clock });
  const pictures = await startPicturesDouble(alone);
  atEnd(() => pictures.stop());
  const platform = { ...alone, addresses: { ...alone.addresses, media: pictures.address, film, identity } };
  const { db } = platform;
  /** A process of festival, on the same database and bus as the others. */
  async function start() {
    const started = await festival.start(festivalConfig.parse({ ...SECRETS, ...settings }), platform);
    atEnd(() => started.drain());
    return started;
  }
  const service = await start();

  /** Identity publishes who somebody is; resolves once festival keeps it. */
  async function introduce(id: string, firstName: string, lastName: string, more: object = {}): Promise<void> {
    const version = BigInt(clock.now().getTime());
    clock.advance(1);
    const person = { id, firstName, lastName, version };
    await publish(ProfileChangedSchema, create(ProfileChangedSchema, { person, ...more }), { id, version });
  }

  /** Identity suspends somebody; resolves once festival has handled it. */
  async function suspend(id: string): Promise<void> {
    const version = BigInt(clock.now().getTime());
    clock.advance(1);
    await publish(AccountSuspendedSchema, create(AccountSuspendedSchema, { accountId: id }), { id, version });
  }

  /** Identity ends the suspension of somebody; resolves once festival has handled it. */
  async function reinstate(id: string): Promise<void> {
    const version = BigInt(clock.now().getTime());
    clock.advance(1);
    await publish(AccountReinstatedSchema, create(AccountReinstatedSchema, { accountId: id }), { id, version });
  }

  /** Somebody ends a block; resolves once festival has handled it. */
  const unblock = (blockId: string, version: bigint) =>
    publish(AccountUnblockedSchema, create(AccountUnblockedSchema, { blockId }), { id: blockId, version });

  /** Somebody blocks somebody; resolves once festival keeps it. Identity ends their connection. */
  async function block(blockerId: string, blockedId: string): Promise<string> {
    known.connections.delete(pairOf(blockerId, blockedId));
    const block = { blockId: newId(), blockerId, blockedId };
    await publish(AccountBlockedSchema, create(AccountBlockedSchema, block), { id: block.blockId, version: 1n });
    return block.blockId;
  }

  /** An event of identity about an account; resolves once festival has handled it. */
  async function publish<D extends DescMessage>(
    schema: D,
    message: MessageShape<D>,
    { id, version }: { id: string; version: bigint },
  ): Promise<void> {
    const eventId = newId();
    const envelope = create(EnvelopeSchema, {
      ...{ id: eventId, type: schema.typeName, aggregateType: 'account', aggregateId: id },
      ...{ aggregateVersion: version, occurredAt: timestampFromDate(clock.now()) },
      payload: toBinary(schema, message),
    });
    const body = toBinary(EnvelopeSchema, envelope);
    await platform.bus.publish([{ topic: topicOf(schema), key: id, id: eventId, type: schema.typeName, body }]);
    await eventually(async () => (await db.query('SELECT 1 FROM inbox WHERE event_id = $1', [eventId])).length > 0);
  }

  const as = (viewer: Viewer) => ({
    viewer,
    organizations: clientFor(service, OrganizationService, viewer),
    programme: clientFor(service, ProgrammeService, viewer),
    doors: clientFor(service, DoorService, viewer),
    waits: clientFor(service, WaitingListService, viewer),
    desk: clientFor(service, ProgrammeDeskService, viewer),
    team: clientFor(service, TeamService, viewer),
    backOffice: clientFor(service, OrganizationBackOfficeService, viewer),
    types: clientFor(service, TicketTypeService, viewer),
    checkout: clientFor(service, TicketCheckoutService, viewer),
    codes: clientFor(service, PromoCodeService, viewer),
    rooms: clientFor(service, SaleRoomService, viewer),
    tickets: clientFor(service, TicketService, viewer),
    gifts: clientFor(service, GiftService, viewer),
    receipts: clientFor(service, TicketReceiptService, viewer),
    ticketDesk: clientFor(service, TicketDeskService, viewer),
    books: clientFor(service, EventBooksService, viewer),
    dashboards: clientFor(service, DashboardService, viewer),
    earnings: clientFor(service, OrganizationEarningsService, viewer),
    payouts: clientFor(service, OrganizationPayoutService, viewer),
    votes: clientFor(service, VoteService, viewer),
    screenings: clientFor(service, ScreeningService, viewer),
    calls: clientFor(service, CallService, viewer),
    submissions: clientFor(service, SubmissionService, viewer),
    judging: clientFor(service, JudgingDeskService, viewer),
    judge: clientFor(service, JudgeService, viewer),
    submissionDesk: clientFor(service, SubmissionDeskService, viewer),
  });
  const asAccount = (viewer: AccountViewer) => ({ ...as(viewer), viewer });

  /** An organization of a director, ACTIVE unless something else is given. */
  async function organization(director: AccountViewer = viewers.director(), more: object = {}) {
    const { organization } = await as(director).organizations.createOrganization({
      ...{ requestId: newId(), name: 'Lumen Film Festival', type: OrganizationType.FILM_FESTIVAL },
      ...{ description: 'Films that are light.', ...more },
    });
    const id = organization?.id ?? '';
    await db.query("UPDATE organizations SET status = 'ACTIVE' WHERE id = $1", [id]);
    return { id, director: asAccount(director) };
  }

  return {
    ...{
      service,
      platform,
      db,
      clock,
      introduce,
      suspend,
      reinstate,
      sentPictures: pictures.kept,
      as: asAccount,
      organization,
    },
    ...{ start, unblock },
    ...{ known, block, connect: (one: string, other: string) => void known.connections.add(pairOf(one, other)) },
    caller: as,
    visitor: () => as(viewers.visitor()),
    viewer: (overrides?: Partial<AccountViewer>) => asAccount(viewers.movieLover(overrides)),
    director: (overrides?: Partial<AccountViewer>) => asAccount(viewers.director(overrides)),
    staff: (overrides?: Partial<AccountViewer>) => asAccount(viewers.staff(overrides)),
    /** A film that film knows of from now; gives its id. */
    film({ id = newId(), ...facts }: Partial<DescribedFilm> & { id?: string } = {}): string {
      const unknown = {
        ...{ filmTitle: '', makerId: '', visible: true, version: 1n, runningTime: 5_400 },
        ...{ projectType: 'FEATURE', country: 'PT', directors: [], crew: [] },
      };
      const before = described.get(id) ?? unknown;
      described.set(id, { ...before, ...facts, filmId: id });
      return id;
    },
    removeFilm: (id: string) => described.delete(id),
    /** The events of one kind that were published, in order. */
    async published<D extends DescMessage>(schema: D): Promise<MessageShape<D>[]> {
      const rows = await db.query<{ body: Buffer }>('SELECT body FROM outbox WHERE type = $1 ORDER BY seq', [
        schema.typeName,
      ]);
      return rows.map(({ body }) => fromBinary(schema, fromBinary(EnvelopeSchema, body).payload));
    },
  };
}

export type FestivalUnderTest = Awaited<ReturnType<typeof festivalService>>;
