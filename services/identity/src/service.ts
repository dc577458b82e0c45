import { CrewService } from '@marquee/contracts/film/v1/studio_pb';
import { type Base, defineService } from '@marquee/service/define-service';
import { PrismaClient } from '../gen/prisma/client.ts';
import { authRpc } from './challenge/auth-rpc.ts';
import { createChallengeSecrets } from './challenge/challenge-secrets.ts';
import { filmInvitations } from './challenge/invitation-target.ts';
import { scaledRateLimits } from './challenge/sign-in-limits.ts';
import { type IdentityConfig, identityConfig } from './config.ts';
import { peopleRpc } from './people/people-rpc.ts';
import { profileRpc } from './profile/profile-rpc.ts';
import { pruneHourly } from './prune.ts';
import type { IdentityResources } from './resources.ts';
import { sessionRpc } from './session/session-rpc.ts';
import { signalEndings } from './session/signal-endings.ts';

const calls = { crew: CrewService };

export const identity = defineService({
  name: 'identity',
  summary: 'accounts, challenges, sessions, people',
  entry: new URL('./main.ts', import.meta.url).href,
  prisma: PrismaClient,
  migrations: new URL('../prisma/migrations', import.meta.url).href,
  config: identityConfig,
  calls,
  // A person who signs in waits for it.
  callTimeoutMs: 2_000,
  rateLimits: (limits, { SIGN_IN_LIMITS_SCALE: scale }) => scaledRateLimits(limits, scale),
  resources: openIdentity,
  rpc: [authRpc, sessionRpc, profileRpc, peopleRpc],
  loops: [signalEndings, pruneHourly],
  release: { adjustable: ['ALLOW_STAFF_WITHOUT_PASSKEY'] },
});

function openIdentity(base: Base<IdentityConfig, typeof calls, PrismaClient>): IdentityResources {
  const { config, log } = base;
  if (config.ALLOW_STAFF_WITHOUT_PASSKEY) log.info('staff may sign in by a link in their mail, without a passkey');
  return {
    ...base,
    secrets: createChallengeSecrets(config.CHALLENGE_KEY, config.CHALLENGE_HASH_KEY),
    viewerKey: config.VIEWER_SIGNING_KEY,
    cursorKey: config.CURSOR_KEY,
    staffWithoutPasskey: config.ALLOW_STAFF_WITHOUT_PASSKEY,
    invitations: filmInvitations(base.calls.crew, log),
  };
}
