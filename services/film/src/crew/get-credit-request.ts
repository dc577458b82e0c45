import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as films from '../films/films.ts';
import * as blocks from '../people/blocks.ts';
import type { FilmResources } from '../resources.ts';
import * as claims from './claims.ts';
import { claimNotFound } from './crew-errors.ts';

export const creditRequestSchema = z.object({ claimId: z.string() });

/**
 * What the mail to a person says whom a film names, for the service that sends it. A block between them since then ends
 * the request [SET-08].
 */
export async function getCreditRequest(
  { db }: FilmResources,
  _viewer: Viewer,
  { claimId }: z.output<typeof creditRequestSchema>,
): Promise<claims.Claim & { isBlocked: boolean }> {
  const claim = await claims.find(db, claimId);
  if (!claim?.makerAgrees) throw claimNotFound();
  const { createdBy } = await films.get(db, claim.filmId);
  return { ...claim, isBlocked: await blocks.isBetween(db, claim.accountId, createdBy) };
}
