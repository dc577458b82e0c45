import type { AccountViewer } from '@marquee/runtime/viewer';
import { requireEditor } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import { saveFilm } from '../films/save-film.ts';
import type { FilmWrite } from '../resources.ts';
import * as claims from './claims.ts';
import * as crew from './crew.ts';
import { claimDecided, claimNotFound, creditTaken } from './crew-errors.ts';
import { creditClaimDecided } from './crew-events.ts';
import * as invitations from './invitations.ts';

/** The creator accepts or declines a claim; accepting declines every other claim on the credit [FLM-05]. */
export async function decideCreditClaim(
  write: FilmWrite,
  viewer: AccountViewer,
  { claimId, accept }: { claimId: string; accept: boolean },
): Promise<claims.Claim | undefined> {
  const { tx } = write;
  const found = await claims.find(tx, claimId);
  if (!found) throw claimNotFound();
  const film = await films.lock(tx, found.filmId);
  requireEditor(viewer, film);
  const credit = await crew.lock(tx, film.id, found.crewId);
  // Read again under the lock: two who decide at the same time meet here.
  const claim = await claims.find(tx, claimId);
  if (!credit || !claim) throw claimNotFound();
  if (claim.state !== 'OPEN') throw claimDecided();
  if (accept && credit.personId) throw creditTaken();

  await decide(write, viewer, claim, accept);
  if (accept) await saveFilm(write, film, {}, viewer.accountId);
  return claims.find(tx, claim.id);
}

async function decide(
  { tx, clock, emit }: FilmWrite,
  { accountId: by }: AccountViewer,
  claim: claims.Claim,
  accept: boolean,
): Promise<void> {
  const now = clock.now();
  const others = accept ? (await claims.openOn(tx, claim.crewId)).filter(({ id }) => id !== claim.id) : [];
  await claims.decide(tx, { claimIds: [claim.id], state: accept ? 'ACCEPTED' : 'DECLINED', by, now });
  await claims.decide(tx, { claimIds: others.map(({ id }) => id), state: 'DECLINED', by, now });
  if (accept) await invitations.end(tx, claim.crewId, now);
  const decided = [{ id: claim.id, accountId: claim.accountId, accepted: accept }].concat(
    others.map((other) => ({ ...other, accepted: false })),
  );
  for (const { id, accountId, accepted } of decided) {
    const raised = await crew.raise(tx, claim.crewId, accepted ? accountId : undefined);
    await emit(creditClaimDecided(raised, { filmId: claim.filmId, claimId: id, accountId, accepted }));
  }
}
