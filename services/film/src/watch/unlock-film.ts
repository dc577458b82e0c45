import { newId } from '@marquee/data/ids';
import { freeUnlockHours } from '@marquee/rules/declared-settings';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { requireVisibleTo } from '../films/film-rights.ts';
import type { FilmWrite } from '../resources.ts';
import * as stats from '../statistics/stats.ts';
import * as access from './access.ts';
import { accessOf, type FilmAccess, type Moment } from './film-access.ts';
import * as unlocks from './unlocks.ts';
import { accessRefused, paymentRequired, paymentsUnavailable } from './watch-errors.ts';
import { filmUnlocked } from './watch-events.ts';

/** Unlocks a free film for its time; a valid unlock is kept as it is [WAT-02, WAT-18]. */
export async function unlockFilm(
  { tx, clock, emit, config, settings, sales }: FilmWrite,
  viewer: AccountViewer,
  { filmId, place }: { filmId: string } & Pick<Moment, 'place'>,
): Promise<FilmAccess> {
  const { accountId } = viewer;
  const now = clock.now();
  const film = await access.get(tx, filmId, accountId);
  requireVisibleTo(viewer, film);
  const known = accessOf(viewer, film, { now, place }, film);
  if (known.valid) return known;
  if (known.reason !== 'UNLOCK_REQUIRED') throw accessRefused(known);
  if (!film.isFree) throw sales ? paymentRequired() : paymentsUnavailable();

  const hours = settings.get(freeUnlockHours, config.FREE_UNLOCK_HOURS);
  const expireAt = new Date(now.getTime() + hours * 3_600_000);
  const unlock = { id: newId(), accountId, filmId: film.id, expireAt, createdAt: now };
  if (await unlocks.insert(tx, unlock)) {
    await stats.add(tx, film.id, { unlocks: 1 });
    await emit(filmUnlocked(unlock));
  }
  const unlocked = await access.get(tx, film.id, accountId);
  return accessOf(viewer, unlocked, { now, place }, unlocked);
}
