import type { FilmWrite } from '../resources.ts';
import { eventsBetween } from './film-events.ts';
import { isVisible } from './film-rights.ts';
import * as films from './films.ts';

/**
 * Writes changes of a locked film, and the events that they are. Each event has a version of its own, because consumers
 * drop what is not newer.
 */
export async function saveFilm(
  { tx, clock, emit, touch }: Pick<FilmWrite, 'tx' | 'clock' | 'emit' | 'touch'>,
  before: films.Film,
  changes: films.FilmChanges,
  updatedBy: string,
): Promise<films.Film> {
  const now = clock.now();
  const after = { ...before, ...changes };
  const events = eventsBetween(before, after);
  const isFirstRelease = isVisible(after) && !before.releasedAt;
  const saved = await films.update(tx, before.id, {
    ...changes,
    ...(isFirstRelease && { releasedAt: now }),
    version: before.version + BigInt(events.length),
    updatedBy,
    updatedAt: now,
  });
  for (const [index, event] of events.entries())
    await emit(event({ ...saved, version: before.version + BigInt(index + 1) }));
  touch('film', saved);
  return saved;
}
