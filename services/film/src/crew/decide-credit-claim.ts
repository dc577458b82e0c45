import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireEditor } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import { saveFilm } from '../films/save-film.ts';
import * as blocks from '../people/blocks.ts';
import type { FilmWrite } from '../resources.ts';
import * as claims from './claims.ts';
import * as crew from './crew.ts';
import { claimDecided, claimNotFound, creditTaken } from './crew-errors.ts';
import { creditClaimDecided } from './crew-events.ts';
import { acceptClaim } from './settle-claim.ts';

export const decideCreditClaimSchema = z.object({ claimId: z.string(), accept: z.boolean() });

/** The creator accepts or declines a claim; accepting declines every other claim on the credit [FLM-05]. */
export async function decideCreditClaim(
  write: FilmWrite,
  viewer: AccountViewer,
  { claimId, accept }: z.output<typeof decideCreditClaimSchema>,
): Promise<claims.Claim | undefined> {
  const { tx, clock, emit } = write;
  const found = await claims.find(tx, claimId);
  if (!found) throw claimNotFound();
  const film = await films.lock(tx, found.filmId);
  requireEditor(viewer, film);
  const credit = await crew.lock(tx, film.id, found.crewId);
  // Read again under the lock: two who decide at the same time meet here.
  const claim = await claims.find(tx, claimId);
  // Whom the maker named, the maker cannot accept for.
  if (!credit || !claim || (claim.makerAgrees && claim.state === 'OPEN')) throw claimNotFound();
  if (await blocks.isBetween(tx, claim.accountId, film.createdBy)) throw claimNotFound();
  if (claim.state !== 'OPEN') throw claimDecided();
  if (accept && credit.personId) throw creditTaken();

  if (accept) {
    await acceptClaim(write, claim, viewer.accountId);
    await saveFilm(write, film, {}, viewer.accountId);
  } else {
    await claims.refuse(tx, [claim.id], { by: viewer.accountId, now: clock.now() });
    const of = { filmId: film.id, claimId, accountId: claim.accountId, decidedBy: viewer.accountId };
    await emit(creditClaimDecided(await crew.raise(tx, credit.id), { ...of, accepted: false }));
  }
  return claims.find(tx, claim.id);
}
