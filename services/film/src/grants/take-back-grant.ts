import { staffReasonSchema } from '@marquee/rules/back-office';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as films from '../films/films.ts';
import * as filmActions from '../moderation/film-actions.ts';
import type { FilmWrite } from '../resources.ts';
import { grantNotFound, grantTakenBack } from './grant-errors.ts';
import * as grants from './grants.ts';

export const takeBackGrantSchema = z.object({ grantId: z.string(), reason: staffReasonSchema });

/** Ends time that was given: what plays by it stops; the film's history says why [WAT-15]. */
export async function takeBackGrant(
  { tx, clock, touch }: FilmWrite,
  viewer: AccountViewer,
  { grantId, reason }: z.output<typeof takeBackGrantSchema>,
): Promise<grants.Grant> {
  const known = await grants.find(tx, grantId);
  if (!known) throw grantNotFound();
  const film = await films.lock(tx, known.filmId);
  const now = clock.now();
  if (!(await grants.takeBack(tx, { id: known.id, by: viewer.accountId, now }))) throw grantTakenBack();
  const at = { filmId: film.id, version: film.version, actorId: viewer.accountId, createdAt: now };
  const changes = [{ field: 'grantedTo', before: known.accountId, after: '' }];
  await filmActions.insert(tx, at, [{ kind: 'ACCESS_TAKEN_BACK', reason, changes }]);
  touch('account', { id: known.accountId, version: BigInt(now.getTime()) });
  return { ...known, endsAt: null, takenBackAt: now, takenBackBy: viewer.accountId };
}
