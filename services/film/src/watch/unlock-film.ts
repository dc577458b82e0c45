import { newId } from '@marquee/data/ids';
import { unlockTerms } from '@marquee/rules/windows';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { requireVisibleTo } from '../films/film-rights.ts';
import { beginOf } from '../premieres/premieres.ts';
import type { FilmWrite } from '../resources.ts';
import * as stats from '../statistics/stats.ts';
import * as access from './access.ts';
import { accessOf, type FilmAccess, type Moment, mayUnlock } from './film-access.ts';
import { siteHours } from './site-hours.ts';
import * as unlocks from './unlocks.ts';
import { accessRefused, paymentRequired, paymentsUnavailable } from './watch-errors.ts';
import { filmUnlocked } from './watch-events.ts';

/** Unlocks a free film for its time, a premiere minutes before its start too; a valid unlock is kept [WAT-02, WAT-18]. */
export async function unlockFilm(
  write: FilmWrite,
  viewer: AccountViewer,
  { filmId, place }: { filmId: string } & Pick<Moment, 'place'>,
): Promise<FilmAccess> {
  const { sales } = write;
  const film = await access.get(write.tx, filmId, viewer.accountId);
  requireVisibleTo(viewer, film);
  const begin = beginOf(film, write.clock.now());
  const known = accessOf(viewer, film, { now: begin, place }, film);
  if (known.valid) return known;
  if (!mayUnlock(known)) throw accessRefused(known);
  if (!film.isFree) throw sales || film.coinCost > 0n ? paymentRequired() : paymentsUnavailable();
  const unlocked = await unlockFree(write, viewer, film);
  return accessOf(viewer, unlocked, { now: begin, place }, unlocked);
}

/** Unlocks a film that the viewer may have for nothing; gives it with that right. */
export async function unlockFree(
  { tx, clock, emit, config, settings }: FilmWrite,
  { accountId }: AccountViewer,
  film: access.AccessRow,
): Promise<access.AccessRow> {
  const now = clock.now();
  const terms = unlockTerms(film, siteHours({ settings, config }, film), beginOf(film, now));
  const unlock = { id: newId(), accountId, filmId: film.id, ...terms, createdAt: now };
  if (await unlocks.insert(tx, unlock)) {
    await stats.add(tx, film.id, { unlocks: 1 });
    await emit(filmUnlocked(unlock));
  }
  return access.get(tx, film.id, accountId);
}
