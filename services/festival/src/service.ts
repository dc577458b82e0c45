import { NoticeFactsService } from '@marquee/contracts/film/v1/notice_facts_pb';
import { FreshProofService } from '@marquee/contracts/identity/v1/fresh_proof_pb';
import { PaymentCustomerService } from '@marquee/contracts/identity/v1/payment_customers_pb';
import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { PersonFactsService } from '@marquee/contracts/identity/v1/person_facts_pb';
import { PlanFactsService } from '@marquee/contracts/identity/v1/plans_pb';
import { SettingService } from '@marquee/contracts/marketing/v1/settings_pb';
import { PictureService } from '@marquee/contracts/media/v1/pictures_pb';
import { ledgerMigrations } from '@marquee/ledger/sources';
import { paymentsMigrations } from '@marquee/payments/sources';
import { platformFeePercent } from '@marquee/rules/declared-settings';
import { eventLoopShare } from '@marquee/runtime/event-loop';
import { type Base, defineService } from '@marquee/service/define-service';
import { openSettings } from '@marquee/service/settings-reader';
import { PrismaClient } from '../gen/prisma/client.ts';
import { onEventFilmWatched } from './attendance/on-event-film-watched.ts';
import { organizationBackOfficeRpc } from './back-office/organization-back-office-rpc.ts';
import { eventBooksRpc } from './books/books-rpc.ts';
import { callRpc } from './calls/call-rpc.ts';
import { checkoutRpc } from './checkout/checkout-rpc.ts';
import { openSales, startSales } from './checkout/sales.ts';
import { createSoldOut } from './checkout/sold-out.ts';
import { type FestivalConfig, festivalConfig } from './config.ts';
import { dashboardRpc } from './dashboard/dashboard-rpc.ts';
import { createEventViewers } from './dashboard/event-viewers.ts';
import { decisionMailRpc, submissionDeskRpc } from './decisions/decision-rpc.ts';
import { doorRpc } from './doors/door-rpc.ts';
import { createAddressHashes } from './gifts/address-hashes.ts';
import { startForgetting } from './gifts/forget-addresses.ts';
import { giftRpc } from './gifts/gift-rpc.ts';
import { judgeRpc, judgingDeskRpc } from './judging/judging-rpc.ts';
import { organizationEarningsRpc } from './money/earnings-rpc.ts';
import { organizationPayoutRpc } from './money/payout-rpc.ts';
import { festivalNoticeRpc } from './notices/notice-rpc.ts';
import { onAccountReinstated, onAccountSuspended } from './organizations/on-account-suspended.ts';
import { pictureClient } from './organizations/organization-pictures.ts';
import { organizationRpc } from './organizations/organization-rpc.ts';
import { openPasses } from './passes/passes.ts';
import { accountBlocksCopy, onUnblocked } from './people/account-blocks-copy.ts';
import { peopleCopy } from './people/people-copy.ts';
import { suspensionsCopy } from './people/suspensions-copy.ts';
import { personalData } from './personal-data/personal-data.ts';
import { onFilmEvents, refreshFilms } from './programme/films-copy.ts';
import { programmeDeskRpc, programmeRpc } from './programme/programme-rpc.ts';
import { promoCodeRpc } from './promo-codes/promo-code-rpc.ts';
import { receiptRpc } from './receipts/receipt-rpc.ts';
import type { FestivalResources } from './resources.ts';
import { saleRoomRpc } from './sale-rooms/sale-room-rpc.ts';
import { screeningRpc } from './screenings/screening-rpc.ts';
import { submissionRpc } from './submissions/submission-rpc.ts';
import { startTallying } from './tallies/start-tallying.ts';
import { teamRpc } from './team/team-rpc.ts';
import { ticketDeskRpc } from './ticket-desk/ticket-desk-rpc.ts';
import { ticketMailRpc } from './ticket-mail/ticket-mail-rpc.ts';
import { createTicketCodes } from './tickets/ticket-codes.ts';
import { ticketRpc, ticketTypeRpc } from './tickets/tickets-rpc.ts';
import { startCounting } from './votes/count-ballots.ts';
import { voteRpc } from './votes/vote-rpc.ts';
import { waitingListRpc } from './waiting-lists/waiting-list-rpc.ts';

const calls = {
  identity: PeopleService,
  persons: PersonFactsService,
  plans: PlanFactsService,
  media: PictureService,
  films: NoticeFactsService,
  settings: SettingService,
  proofs: FreshProofService,
  customers: PaymentCustomerService,
};

export const festival = defineService({
  name: 'festival',
  summary: 'organizations, events, tickets',
  entry: new URL('./main.ts', import.meta.url).href,
  prisma: PrismaClient,
  migrations: new URL('../prisma/migrations', import.meta.url).href,
  tables: [ledgerMigrations, paymentsMigrations],
  config: festivalConfig,
  calls,
  resources: openFestival,
  rpc: [
    organizationRpc,
    teamRpc,
    organizationBackOfficeRpc,
    programmeRpc,
    programmeDeskRpc,
    doorRpc,
    ticketTypeRpc,
    checkoutRpc,
    receiptRpc,
    saleRoomRpc,
    promoCodeRpc,
    waitingListRpc,
    ticketRpc,
    giftRpc,
    ticketMailRpc,
    festivalNoticeRpc,
    ticketDeskRpc,
    organizationEarningsRpc,
    organizationPayoutRpc,
    dashboardRpc,
    eventBooksRpc,
    voteRpc,
    screeningRpc,
    callRpc,
    submissionRpc,
    judgingDeskRpc,
    judgeRpc,
    submissionDeskRpc,
    decisionMailRpc,
  ],
  events: [
    peopleCopy.onChange,
    accountBlocksCopy.onChange,
    onUnblocked,
    onAccountSuspended,
    onAccountReinstated,
    ...onFilmEvents,
    onEventFilmWatched,
  ],
  loops: [
    peopleCopy.loop,
    accountBlocksCopy.loop,
    suspensionsCopy.loop,
    refreshFilms,
    startSales,
    startCounting,
    startTallying,
    startForgetting,
    ({ settings }) => settings.follow(),
  ],
  personalData,
});

function openFestival(base: Base<FestivalConfig, typeof calls, PrismaClient>): FestivalResources {
  const { db, log, clock, config } = base;
  const resources: FestivalResources = {
    ...base,
    identity: base.calls.identity,
    persons: base.calls.persons,
    proofs: base.calls.proofs,
    customers: base.calls.customers,
    plans: base.calls.plans,
    pictures: pictureClient(base.calls.media),
    films: base.calls.films,
    settings: openSettings([platformFeePercent], { ...base, client: base.calls.settings }),
    sales: openSales({ db, clock, log, config, customers: base.calls.customers }, () => resources),
    soldOut: createSoldOut({ clock }),
    eventViewers: createEventViewers({ films: base.calls.films, clock, log }),
    ticketCodes: createTicketCodes(config.TICKET_KEY),
    passes: openPasses(config, base),
    addressHashes: createAddressHashes(config.GIFT_HASH_KEY),
    loopShare: eventLoopShare(() => performance.now()),
  };
  return resources;
}
