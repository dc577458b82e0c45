import { GiftService } from '@marquee/contracts/festival/v1/gift_pb';
import { CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { SettingService } from '@marquee/contracts/marketing/v1/settings_pb';
import { PictureService } from '@marquee/contracts/media/v1/pictures_pb';
import { ledgerMigrations } from '@marquee/ledger/sources';
import { paymentsMigrations } from '@marquee/payments/sources';
import { PLAN_SETTINGS, technicalViewers } from '@marquee/rules/declared-settings';
import { signalRevocation } from '@marquee/runtime/revocations';
import { type Base, defineService, type Loop } from '@marquee/service/define-service';
import { followSessionEndings } from '@marquee/service/session-endings';
import { openSettings } from '@marquee/service/settings-reader';
import { keyCheck } from '@marquee/service/start-checks';
import { PrismaClient } from '../gen/prisma/client.ts';
import { onSettingChanged } from './audit/on-setting-changed.ts';
import { userBackOfficeRpc } from './back-office/user-back-office-rpc.ts';
import { blockRpc } from './block/block-rpc.ts';
import { browserAccountRpc } from './browser-accounts/browser-account-rpc.ts';
import { authRpc } from './challenge/auth-rpc.ts';
import { createChallengeSecrets } from './challenge/challenge-secrets.ts';
import { festivalClient } from './challenge/festival-client.ts';
import { filmClient } from './challenge/film-client.ts';
import { invitationTargets } from './challenge/invitation-target.ts';
import { scaledRateLimits } from './challenge/sign-in-limits.ts';
import { type IdentityConfig, identityConfig } from './config.ts';
import { connectionRpc } from './connection/connection-rpc.ts';
import { startClosings, watchClosings } from './own-data/closing-loop.ts';
import { dataOwners } from './own-data/data-owners.ts';
import { startExports } from './own-data/export-loop.ts';
import { ownDataMailRpc, ownDataRpc } from './own-data/own-data-rpc.ts';
import { personalData } from './own-data/personal-data.ts';
import { sweepExports } from './own-data/sweep-exports.ts';
import { freshProofRpc } from './passkey/fresh-proof-rpc.ts';
import { passkeyRpc } from './passkey/passkey-rpc.ts';
import { paymentCustomerRpc } from './payment-methods/payment-customer-rpc.ts';
import { paymentMethodRpc } from './payment-methods/payment-method-rpc.ts';
import { peopleRpc } from './people/people-rpc.ts';
import { personFactsRpc } from './people/person-facts-rpc.ts';
import { planBackOfficeRpc, planFactsRpc, planRpc } from './plans/plan-rpc.ts';
import { openSales, startSales } from './plans/sales.ts';
import { coinGrantsRpc } from './profile/coin-grants-rpc.ts';
import { profileRpc } from './profile/profile-rpc.ts';
import { pictureClient } from './profile/sent-pictures.ts';
import { profileReportRpc } from './profile-report/profile-report-rpc.ts';
import { profileViewRpc } from './profile-view/profile-view-rpc.ts';
import { createViewBuffer, writeViews } from './profile-view/view-buffer.ts';
import { pruneHourly } from './prune.ts';
import { receiptRpc } from './receipts/receipt-rpc.ts';
import { reportQueueRpc } from './report-queue/report-queue-rpc.ts';
import { reportRpc } from './reports/report-rpc.ts';
import type { IdentityResources } from './resources.ts';
import { ownSessionRpc } from './session/own-session-rpc.ts';
import { createSeenSessions, writeSeenSessions } from './session/seen-sessions.ts';
import { sessionRpc } from './session/session-rpc.ts';
import { staffNoticeRpc } from './staff-notice/staff-notice-rpc.ts';

const calls = { film: CrewService, festival: GiftService, media: PictureService, settings: SettingService };

export const identity = defineService({
  name: 'identity',
  summary: 'accounts, challenges, passkeys, sessions, people, connections',
  entry: new URL('./main.ts', import.meta.url).href,
  prisma: PrismaClient,
  migrations: new URL('../prisma/migrations', import.meta.url).href,
  tables: [ledgerMigrations, paymentsMigrations],
  config: identityConfig,
  calls,
  uses: ['blobs'],
  // A person who signs in waits for it.
  callTimeoutMs: 2_000,
  rateLimits: (limits, { SIGN_IN_LIMITS_SCALE: scale }) => scaledRateLimits(limits, scale),
  checks: [
    keyCheck('VIEWER_SIGNING_KEY', (config: IdentityConfig, { verifier }) => verifier.knows(config.VIEWER_SIGNING_KEY)),
  ],
  resources: openIdentity,
  rpc: [
    ...[
      authRpc,
      passkeyRpc,
      freshProofRpc,
      sessionRpc,
      ownSessionRpc,
      browserAccountRpc,
      profileRpc,
      peopleRpc,
      coinGrantsRpc,
      personFactsRpc,
    ],
    ...[connectionRpc, blockRpc, profileViewRpc, profileReportRpc, reportRpc],
    ...[ownDataRpc, ownDataMailRpc, userBackOfficeRpc, staffNoticeRpc, reportQueueRpc],
    ...[planRpc, planBackOfficeRpc, planFactsRpc, paymentMethodRpc, paymentCustomerRpc, receiptRpc],
  ],
  events: [onSettingChanged],
  loops: [
    signalEndings,
    pruneHourly,
    writeSeenSessions,
    writeViews,
    startExports,
    sweepExports,
    startClosings,
    watchClosings,
    startSales,
    ({ settings }) => settings.follow(),
  ],
  personalData,
  gathersPersonalData: true,
  release: {
    small: {
      heapMegabytes: 160,
      resources: { requests: { cpu: '100m', memory: '224Mi' }, limits: { cpu: '1', memory: '384Mi' } },
    },
    premiere: {
      autoscaling: { minReplicas: 4, maxReplicas: 8 },
      resources: { requests: { cpu: '1', memory: '384Mi' }, limits: { cpu: '2', memory: '640Mi' } },
    },
  },
});

/** A staff command is a process of its own, whose signals reach no service: its events are signalled here. */
function signalEndings(resources: IdentityResources): Promise<Loop> {
  const { signals } = resources;
  return followSessionEndings(resources, (revocation, at) => signalRevocation(signals, revocation, at));
}

function openIdentity(base: Base<IdentityConfig, typeof calls, PrismaClient, 'blobs'>): IdentityResources {
  const { config, log, db, clock } = base;
  if (config.ALLOW_STAFF_WITHOUT_PASSKEY) log.info('staff may sign in by a link in their mail, without a passkey');
  const resources: IdentityResources = {
    ...base,
    secrets: createChallengeSecrets(config.CHALLENGE_KEY, config.CHALLENGE_HASH_KEY),
    seen: createSeenSessions(),
    pictures: pictureClient(base.calls.media),
    settings: openSettings([technicalViewers, ...PLAN_SETTINGS], { ...base, client: base.calls.settings }),
    views: createViewBuffer(base),
    invitations: invitationTargets(filmClient(base.calls.film, log), festivalClient(base.calls.festival, log)),
    dataOwners: dataOwners(base),
    sales: openSales({ db, clock, log, config }, () => resources),
  };
  return resources;
}
