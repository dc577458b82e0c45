import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FilmResources } from '../resources.ts';
import * as claims from './claims.ts';
import { claimNotFound } from './crew-errors.ts';

export const creditRequestSchema = z.object({ claimId: z.string() });

/** What the mail to a person says whom a film names, for the service that sends it. */
export async function getCreditRequest(
  { db }: FilmResources,
  _viewer: Viewer,
  { claimId }: z.output<typeof creditRequestSchema>,
): Promise<claims.Claim> {
  const claim = await claims.find(db, claimId);
  if (!claim?.makerAgrees) throw claimNotFound();
  return claim;
}
