import type { Tx } from '@marquee/data/database';
import type { Film } from '../films/films.ts';
import * as filmActions from './film-actions.ts';
import { changedSince } from './moderation-errors.ts';

/**
 * Staff decide on the film as they saw it; 0n: whatever the version is.
 * @throws DomainError CONFLICT, FILM_CHANGED
 */
export async function requireVersion(tx: Tx, film: Film, expectedVersion: bigint): Promise<void> {
  if (expectedVersion === 0n || expectedVersion === film.version) return;
  throw changedSince(film.version, await filmActions.lastSince(tx, film.id, expectedVersion));
}
