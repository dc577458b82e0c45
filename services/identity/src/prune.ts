import { every, type Periodic } from '@marquee/data/every';
import * as invitedUsers from './back-office/invited-users.ts';
import * as challenges from './challenge/challenges.ts';
import * as passkeys from './passkey/passkeys.ts';
import type { IdentityResources } from './resources.ts';
import * as sessions from './session/sessions.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Resources = Pick<IdentityResources, 'db' | 'clock' | 'log'>;

/**
 * Deletes challenges, sessions and what passkeys leave a day after they expired or ended, and invitations by staff that
 * have expired, every hour.
 */
export function pruneHourly(resources: Resources): Periodic {
  return every(HOUR_MS, () => prune(resources), { name: 'prune', log: resources.log });
}

async function prune({ db, clock }: Resources): Promise<void> {
  const before = new Date(clock.now().getTime() - DAY_MS);
  await challenges.prune(db, before);
  await sessions.prune(db, before);
  await passkeys.prune(db, before);
  await invitedUsers.prune(db, clock.now());
}
