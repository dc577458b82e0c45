import { fileURLToPath } from 'node:url';
import { createClient } from '@connectrpc/connect';
import { CrewService } from '@marquee/contracts/film/v1/studio_pb';
import { openDatabase } from '@marquee/data/database';
import { serviceMigrations } from '@marquee/data/migrations';
import { createPrisma } from '@marquee/data/prisma';
import { createOutbox } from '@marquee/events/outbox';
import { startRelay } from '@marquee/events/relay';
import { eventsMigrations } from '@marquee/events/sources';
import type { Platform, RunningService } from '@marquee/service/platform';
import { createRevocations, followRevocations } from '@marquee/runtime/revocations';
import { serve } from '@marquee/runtime/rpc/serve';
import { grpcTransport } from '@marquee/runtime/rpc/transport';
import { PrismaClient } from '../gen/prisma/client.ts';
import { authService } from './challenge/challenge-rpc.ts';
import { createChallengeSecrets } from './challenge/challenge-secrets.ts';
import { filmInvitations } from './challenge/invitation-target.ts';
import { scaledRateLimits } from './challenge/sign-in-limits.ts';
import type { IdentityConfig } from './config.ts';
import { peopleService } from './people/people-rpc.ts';
import { profileService } from './profile/profile-rpc.ts';
import type { IdentityResources } from './resources.ts';
import { sessionService } from './session/session-rpc.ts';
import { signalEndings } from './session/signal-endings.ts';

/** What this service's database needs, in order. */
export const migrations = serviceMigrations(fileURLToPath(new URL('../prisma/migrations', import.meta.url)), [
  eventsMigrations,
]);

const CALL_TIMEOUT_MS = 2_000;
const DRAIN_MS_MAX = 10_000;

/** Starts identity on a migrated database. */
export async function startIdentity(config: IdentityConfig, platform: Platform): Promise<RunningService> {
  const { log, clock, bus, signals, serviceKey } = platform;
  const db = openDatabase({ url: platform.databaseUrl, log, applicationName: 'identity' });
  const rateLimits = scaledRateLimits(platform.rateLimits, config.SIGN_IN_LIMITS_SCALE);
  const film = grpcTransport({
    address: platform.addresses.film,
    service: 'identity',
    serviceKey,
    callee: 'film',
    defaultTimeoutMs: CALL_TIMEOUT_MS,
  });
  if (config.ALLOW_STAFF_WITHOUT_PASSKEY) log.info('staff may sign in by a link in their mail, without a passkey');
  const resources: IdentityResources = {
    db,
    prisma: createPrisma(PrismaClient, db),
    outbox: createOutbox({ clock }),
    clock,
    signals,
    log,
    secrets: createChallengeSecrets(config.CHALLENGE_KEY, config.CHALLENGE_HASH_KEY),
    rateLimits,
    viewerKey: config.VIEWER_SIGNING_KEY,
    cursorKey: config.CURSOR_KEY,
    staffWithoutPasskey: config.ALLOW_STAFF_WITHOUT_PASSKEY,
    invitations: filmInvitations(createClient(CrewService, film), log),
  };
  const revocations = createRevocations({ clock });
  const unfollow = followRevocations(revocations, signals);
  const endings = await signalEndings({ bus, signals, clock });
  const relay = startRelay({ url: platform.databaseUrl, bus, log });
  const rpc = await serve({
    service: 'identity',
    host: platform.host,
    port: platform.port,
    log,
    clock,
    verifier: platform.verifier,
    revocations,
    rateLimits,
    implementations: [
      authService(resources),
      sessionService(resources),
      profileService(resources),
      peopleService(resources),
    ],
  });

  return {
    name: 'identity',
    rpcPort: rpc.port,
    leave: rpc.leave,
    drain: async () => {
      await rpc.drain(DRAIN_MS_MAX);
      unfollow();
      await endings.close();
      await relay.close();
      film.close();
      await db.close();
    },
  };
}
