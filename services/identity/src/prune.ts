import { every, type Periodic } from '@marquee/data/every';
import { PROFILE_VIEW_LIMITS } from '@marquee/rules/connections';
import * as emailChanges from './account/email-changes.ts';
import * as invitedUsers from './back-office/invited-users.ts';
import * as challenges from './challenge/challenges.ts';
import * as connections from './connection/connections.ts';
import * as passkeys from './passkey/passkeys.ts';
import * as cardSetups from './payment-methods/card-setups.ts';
import * as profileViews from './profile-view/profile-views.ts';
import { dayOf } from './profile-view/view-buffer.ts';
import type { AccountResources, IdentityResources } from './resources.ts';
import { endExpired } from './session/end-expired.ts';
import * as sessions from './session/sessions.ts';
import * as staffNotices from './staff-notice/staff-notices.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longer than notification keeps notices, whose words are asked for. */
const STAFF_NOTICES_KEPT_DAYS = 400;

type Resources = AccountResources & Pick<IdentityResources, 'log'>;

/**
 * Ends every hour the sessions whose time is over, and deletes: cards that were being saved a day ago, challenges, changes of email, sessions, what passkeys leave and counted requests a day after they
 * expired or ended, invitations by staff that have expired, views of profiles after 90 days, and the keys of visitors as
 * soon as their day is over; notices of staff after 400 days.
 */
export function pruneHourly(resources: Resources): Periodic {
  return every(HOUR_MS, () => prune(resources), { name: 'prune', log: resources.log });
}

async function prune(resources: Resources): Promise<void> {
  const { db, clock } = resources;
  const now = clock.now();
  const before = new Date(now.getTime() - DAY_MS);
  await challenges.prune(db, before);
  await emailChanges.prune(db, before);
  await endExpired(resources);
  await sessions.prune(db, before);
  await passkeys.prune(db, before);
  await connections.pruneAsks(db, before);
  const viewsBefore = new Date(now.getTime() - PROFILE_VIEW_LIMITS.days * DAY_MS);
  await profileViews.prune(db, viewsBefore, dayOf(now));
  await cardSetups.prune(db, before);
  await invitedUsers.prune(db, now);
  await staffNotices.prune(db, new Date(now.getTime() - STAFF_NOTICES_KEPT_DAYS * DAY_MS));
}
