import { ProgrammeService } from '@marquee/contracts/festival/v1/programme_pb';
import { ScreeningService } from '@marquee/contracts/festival/v1/screening_pb';
import { FreshProofService } from '@marquee/contracts/identity/v1/fresh_proof_pb';
import { PaymentCustomerService } from '@marquee/contracts/identity/v1/payment_customers_pb';
import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { PersonFactsService } from '@marquee/contracts/identity/v1/person_facts_pb';
import { SettingService } from '@marquee/contracts/marketing/v1/settings_pb';
import { PlaybackService } from '@marquee/contracts/media/v1/playback_pb';
import { CoinHoldService } from '@marquee/contracts/rewards/v1/coins_pb';
import { ledgerMigrations } from '@marquee/ledger/sources';
import { paymentsMigrations } from '@marquee/payments/sources';
import {
  entertainmentProTutorials,
  freeUnlockHours,
  movieLoverTutorials,
  organizationDirectorTutorials,
  platformFeePercent,
  statisticsCountFactor,
  statisticsDurationFactor,
  watchedWords,
} from '@marquee/rules/declared-settings';
import { searchMigrations } from '@marquee/search/sources';
import { type Base, defineService } from '@marquee/service/define-service';
import { openSettings } from '@marquee/service/settings-reader';
import { PrismaClient } from '../gen/prisma/client.ts';
import { backOfficeRpc } from './back-office/back-office-rpc.ts';
import { adRpc, campaignRpc } from './campaigns/campaign-rpc.ts';
import { catalogueRpc } from './catalogue/catalogue-rpc.ts';
import { onFestivalAwards } from './catalogue/on-festival-awards.ts';
import { checkoutRpc, salesRpc } from './checkout/checkout-rpc.ts';
import { openSales, startSales } from './checkout/sales.ts';
import { type FilmConfig, filmConfig } from './config.ts';
import { crewRpc } from './crew/crew-rpc.ts';
import { diaryRpc } from './diary/diary-rpc.ts';
import { earningsRpc } from './earnings/earnings-rpc.ts';
import { startIndexing } from './films/film-search.ts';
import { grantRpc } from './grants/grant-rpc.ts';
import { startHousekeeping } from './housekeeping.ts';
import { importRpc } from './imports/import-rpc.ts';
import { listRpc } from './lists/list-rpc.ts';
import { moderationRpc } from './moderation/moderation-rpc.ts';
import { noticeFactsRpc } from './notices/notice-facts-rpc.ts';
import { payoutsRpc } from './payouts/payouts-rpc.ts';
import { blocksCopy, onUnblocked } from './people/blocks-copy.ts';
import { peopleCopy } from './people/people-copy.ts';
import { suspensionsCopy } from './people/suspensions-copy.ts';
import { onAccountClosing } from './personal-data/on-account-closing.ts';
import { personalData } from './personal-data/personal-data.ts';
import { premiereRpc } from './premieres/premiere-rpc.ts';
import { createPresence } from './premieres/presence.ts';
import { startTelling } from './premieres/start-telling.ts';
import { receiptRpc } from './receipts/receipt-rpc.ts';
import { recommendationsRpc } from './recommendations/recommendations-rpc.ts';
import { startPairing } from './recommendations/start-pairing.ts';
import type { FilmResources } from './resources.ts';
import { reviewQueueRpc } from './review-queue/review-queue-rpc.ts';
import { reviewTalkRpc } from './review-talk/review-talk-rpc.ts';
import { reviewRpc } from './reviews/review-rpc.ts';
import { statisticsRpc } from './statistics/statistics-rpc.ts';
import { mediaClient } from './studio/media-client.ts';
import { onMediaEvents } from './studio/on-media-events.ts';
import { studioRpc } from './studio/studio-rpc.ts';
import { screeningsCopy, ticketsCopy } from './tickets/copies.ts';
import * as eventWatches from './tickets/event-watches.ts';
import { tutorialsRpc } from './tutorials/tutorials-rpc.ts';
import { userRecordsRpc } from './user-records/user-records-rpc.ts';
import { createAudience } from './watch/audience.ts';
import { playbackSessions } from './watch/instruments.ts';
import { onIdentityEvents } from './watch/on-identity-events.ts';
import { onScreenerChanged } from './watch/on-screener-changed.ts';
import { createPositionBuffer } from './watch/position-buffer.ts';
import { createSignedUrls } from './watch/signed-urls.ts';
import { eventFilmWatched, watchTimeCounted } from './watch/watch-events.ts';
import { watchRpc } from './watch/watch-rpc.ts';
import { watchlistRpc } from './watchlist/watchlist-rpc.ts';

const calls = {
  media: PlaybackService,
  identity: PeopleService,
  persons: PersonFactsService,
  proofs: FreshProofService,
  customers: PaymentCustomerService,
  settings: SettingService,
  screenings: ScreeningService,
  programme: ProgrammeService,
  coins: CoinHoldService,
};

export const film = defineService({
  name: 'film',
  summary: 'catalogue, studio, crew, access and playback, reviews',
  entry: new URL('./main.ts', import.meta.url).href,
  prisma: PrismaClient,
  migrations: new URL('../prisma/migrations', import.meta.url).href,
  tables: [searchMigrations, ledgerMigrations, paymentsMigrations],
  config: filmConfig,
  calls,
  resources: openFilm,
  events: [
    ...onMediaEvents,
    peopleCopy.onChange,
    blocksCopy.onChange,
    onUnblocked,
    ...onIdentityEvents,
    ...onAccountClosing,
    onFestivalAwards,
    onScreenerChanged,
    screeningsCopy.onChange,
    ticketsCopy.onChange,
  ],
  loops: [
    startHousekeeping,
    startIndexing,
    startSales,
    startPairing,
    peopleCopy.loop,
    blocksCopy.loop,
    suspensionsCopy.loop,
    screeningsCopy.loop,
    ticketsCopy.loop,
    startTelling,
    ({ settings }) => settings.follow(),
  ],
  rpc: [
    catalogueRpc,
    studioRpc,
    crewRpc,
    reviewRpc,
    reviewQueueRpc,
    reviewTalkRpc,
    watchRpc,
    premiereRpc,
    watchlistRpc,
    diaryRpc,
    importRpc,
    listRpc,
    tutorialsRpc,
    recommendationsRpc,
    backOfficeRpc,
    campaignRpc,
    adRpc,
    moderationRpc,
    noticeFactsRpc,
    userRecordsRpc,
    grantRpc,
    checkoutRpc,
    salesRpc,
    receiptRpc,
    earningsRpc,
    payoutsRpc,
    statisticsRpc,
  ],
  personalData,
  release: {
    heapMegabytes: 512,
    resources: { requests: { cpu: '250m', memory: '512Mi' }, limits: { cpu: '2', memory: '768Mi' } },
    autoscaling: { lagMessages: 500 },
    small: {
      heapMegabytes: 224,
      resources: { requests: { cpu: '150m', memory: '320Mi' }, limits: { cpu: '1', memory: '512Mi' } },
    },
    premiere: {
      autoscaling: { minReplicas: 6, maxReplicas: 10 },
      resources: { requests: { cpu: '1', memory: '768Mi' }, limits: { cpu: '2', memory: '1Gi' } },
    },
  },
});

function openFilm(base: Base<FilmConfig, typeof calls, PrismaClient>): FilmResources {
  const { db, log, clock, config, sharedCaches: caches } = base;
  const media = mediaClient(base.calls.media);
  const audience = createAudience({ clock });
  base.onClose(playbackSessions.watch(() => audience.size()));
  const presence = createPresence({ signals: base.signals, clock });
  base.onClose(async () => presence.close());
  const resources: FilmResources = {
    ...base,
    media,
    identity: base.calls.identity,
    persons: base.calls.persons,
    proofs: base.calls.proofs,
    customers: base.calls.customers,
    screenings: base.calls.screenings,
    programme: base.calls.programme,
    settings: openSettings(
      [
        freeUnlockHours,
        platformFeePercent,
        statisticsCountFactor,
        statisticsDurationFactor,
        organizationDirectorTutorials,
        entertainmentProTutorials,
        movieLoverTutorials,
        watchedWords,
      ],
      {
        ...base,
        client: base.calls.settings,
      },
    ),
    positions: createPositionBuffer({
      ...{ db, log },
      counted: (tx, playedMs) => base.outbox.append(tx, watchTimeCounted(playedMs)),
      async written(tx, rows) {
        const watched = await eventWatches.note(tx, rows, clock.now());
        for (const watch of watched) await base.outbox.append(tx, eventFilmWatched(watch));
      },
    }),
    audience,
    presence,
    signedUrls: createSignedUrls({ media, clock, tokenSeconds: config.PLAYBACK_TOKEN_SECONDS, caches }),
    coins: base.calls.coins,
    ...openSales({ db, clock, log, config, ...base.calls }, () => resources),
  };
  return resources;
}
