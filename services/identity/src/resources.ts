import type { Database } from '@marquee/data/database';
import type { Reader } from '@marquee/data/prisma';
import type { Bus } from '@marquee/events/bus';
import type { Outbox } from '@marquee/events/outbox';
import type { Clock } from '@marquee/runtime/clock';
import type { Logger } from '@marquee/runtime/log';
import type { RateLimits } from '@marquee/runtime/rate-limits';
import type { Signals } from '@marquee/runtime/signals';
import type { Settings } from '@marquee/service/settings-reader';
import type { Write } from '@marquee/service/use-case';
import type { BlobStore } from '@marquee/storage/blob-store';
import type { PrismaClient } from '../gen/prisma/client.ts';
import type { ChallengeSecrets } from './challenge/challenge-secrets.ts';
import type { InvitationTargets } from './challenge/invitation-target.ts';
import type { IdentityConfig } from './config.ts';
import type { DataOwner } from './own-data/data-owners.ts';
import type { Sales } from './plans/sales.ts';
import type { Pictures } from './profile/sent-pictures.ts';
import type { ViewBuffer } from './profile-view/view-buffer.ts';
import type { SeenSessions } from './session/seen-sessions.ts';

/** What the staff commands and the import of accounts need. */
export type AccountResources = {
  db: Database;
  outbox: Outbox;
  clock: Clock;
  signals: Signals;
};

/** What the use cases of identity are given. */
export type IdentityResources = AccountResources & {
  config: IdentityConfig;
  bus: Bus;
  prisma: Reader<PrismaClient>;
  log: Logger;
  secrets: ChallengeSecrets;
  rateLimits: RateLimits;
  invitations: InvitationTargets;
  seen: SeenSessions;
  pictures: Pictures;
  /** What staff have set. */
  settings: Settings;
  views: ViewBuffer;
  /** Where exports are. */
  blobs: BlobStore;
  /** Undefined where nobody can pay. */
  sales: Sales | undefined;
  /** All services that hold personal data. */
  dataOwners(resources: IdentityResources): DataOwner[];
};

/** What its writing use cases are given. */
export type IdentityWrite = Write<IdentityResources>;
