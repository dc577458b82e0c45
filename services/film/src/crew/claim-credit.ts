import { newId } from '@marquee/data/ids';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { requireVisibleTo } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import type { FilmWrite } from '../resources.ts';
import * as claims from './claims.ts';
import * as crew from './crew.ts';
import { creditTaken, crewNotFound } from './crew-errors.ts';
import { creditClaimed } from './crew-events.ts';

/** A person claims a credit as theirs; claiming it twice is one claim [FLM-05]. */
export async function claimCredit(
  { tx, clock, emit, touch }: FilmWrite,
  viewer: AccountViewer,
  input: { filmId: string; crewId: string },
): Promise<claims.Claim | undefined> {
  const film = await films.get(tx, input.filmId);
  requireVisibleTo(viewer, film);
  const credit = await crew.lock(tx, film.id, input.crewId);
  if (!credit) throw crewNotFound();
  if (credit.personId) throw creditTaken();

  const { accountId } = viewer;
  const claim = await claims.open(tx, { id: newId(), filmId: film.id, crewId: credit.id, accountId }, clock.now());
  if (claim.isNew) {
    const of = { filmId: film.id, claimId: claim.id, accountId };
    await emit(creditClaimed(await crew.raise(tx, credit.id), of));
    touch('film', film);
  }
  return claims.find(tx, claim.id);
}
