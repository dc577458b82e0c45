import type { Viewer } from '@marquee/runtime/viewer';
import { requireStanding, standingOf } from '../organizations/organization-rights.ts';
import * as organizations from '../organizations/organizations.ts';
import * as events from '../programme/events.ts';
import type { BallotPlace, Queryable } from './ballots.ts';
import { ballotNotFound } from './vote-errors.ts';

/** The event of a ballot, for who plans the programme of its organization. @throws DomainError */
export async function plannedEvent(db: Queryable, viewer: Viewer, { eventId }: Pick<BallotPlace, 'eventId'>) {
  const event = await events.get(db, eventId);
  await requireStanding(db, viewer, await organizations.get(db, event.festivalId), 'MANAGER', 'PROGRAMMER');
  return event;
}

/**
 * The event of a ballot, as everybody sees it; a draft only its organization. @throws DomainError NOT_FOUND,
 * BALLOT_NOT_FOUND
 */
export async function shownEvent(db: Queryable, viewer: Viewer, { eventId }: Pick<BallotPlace, 'eventId'>) {
  const event = await events.get(db, eventId);
  const organization = await organizations.get(db, event.festivalId);
  const isShown = event.status !== 'DRAFT' && organization.status === 'ACTIVE';
  if (!isShown && !(await standingOf(db, viewer, organization))) throw ballotNotFound();
  return event;
}
