import { actionsBetween } from '../moderation/actions-between.ts';
import * as filmActions from '../moderation/film-actions.ts';
import type { FilmWrite } from '../resources.ts';
import * as ticketRights from '../tickets/ticket-rights.ts';
import { eventsBetween, filmDecided } from './film-events.ts';
import { isVisible } from './film-rights.ts';
import * as films from './films.ts';

/**
 * Writes changes of a locked film, what they are in its history, and the events that they are. Each event has a version of
 * its own, because consumers drop what is not newer.
 *
 * @param also what the film's history says beside what follows from the changes
 */
export async function saveFilm(
  { tx, clock, emit, touch }: Pick<FilmWrite, 'tx' | 'clock' | 'emit' | 'touch'>,
  before: films.Film,
  changes: films.FilmChanges,
  updatedBy: string,
  also: readonly filmActions.ActionFacts[] = [],
): Promise<films.Film> {
  const now = clock.now();
  const isMoved = changes.screeningStartTime !== undefined && !isSameTime(changes.screeningStartTime, before);
  // A premiere that has another time is on again.
  const after = { ...before, ...changes, ...(isMoved && { premiereStoppedAt: null }) };
  const actions = [...actionsBetween(before, after, { accountId: updatedBy }), ...also];
  const decisions = actions.filter(filmActions.isDecision).length;
  const events = eventsBetween(before, after);
  const isFirstRelease = isVisible(after) && !before.releasedAt;
  const version = before.version + BigInt(events.length + decisions);
  const saved = await films.update(tx, before.id, {
    ...changes,
    ...(isMoved && { premiereStoppedAt: null }),
    ...(isFirstRelease && { releasedAt: now }),
    ...{ version, updatedBy, updatedAt: now },
  });
  const place = { filmId: before.id, version, actorId: updatedBy, createdAt: now };
  const actionIds = await filmActions.insert(tx, place, actions);
  const decided = actionIds.filter((_, index) => filmActions.isDecision(actions[index] as filmActions.ActionFacts));
  const all = [...events, ...decided.map((actionId) => (row: films.Film) => filmDecided(row, actionId))];
  for (const [index, event] of all.entries())
    await emit(event({ ...saved, version: before.version + BigInt(index + 1) }));
  touch('film', saved);
  if (PREMIERE_FIELDS.some((field) => String(before[field]) !== String(saved[field]))) {
    await ticketRights.entitleToPremiere(tx, saved.id);
    touch('premiere', saved);
  }
  return saved;
}

/** What viewers of a premiere have to know at once, and what their rights depend on. */
const PREMIERE_FIELDS = ['releaseType', 'screeningStartTime', 'premiereStoppedAt', 'runningTime', 'filmReady'] as const;

const isSameTime = (time: Date | null, { screeningStartTime: before }: films.Film): boolean =>
  time?.getTime() === before?.getTime();
