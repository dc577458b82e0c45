import type { FilmWrite } from '../resources.ts';
import * as claims from './claims.ts';
import * as crew from './crew.ts';
import { creditClaimDecided } from './crew-events.ts';
import * as invitations from './invitations.ts';

/** Accepts a claim on a locked credit, as the second of both sides: it is the person's, and every other claim is declined. */
export async function acceptClaim(
  { tx, clock, emit }: Pick<FilmWrite, 'tx' | 'clock' | 'emit'>,
  claim: claims.ClaimRow,
  by: string,
): Promise<void> {
  const now = clock.now();
  const others = (await claims.openOn(tx, claim.crewId)).filter(({ id }) => id !== claim.id);
  await claims.accept(tx, claim.id, { by, now });
  await claims.refuse(
    tx,
    others.map(({ id }) => id),
    { by, now },
  );
  await invitations.end(tx, claim.crewId, now);
  await crew.link(tx, claim.crewId, claim.accountId);
  const decided = [{ ...claim, accepted: true }, ...others.map((other) => ({ ...other, accepted: false }))];
  for (const { id, accountId, accepted } of decided) {
    const raised = await crew.raise(tx, claim.crewId);
    await emit(creditClaimDecided(raised, { filmId: claim.filmId, claimId: id, accountId, accepted, decidedBy: by }));
  }
}
