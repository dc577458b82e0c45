import { isId, newId } from '@marquee/data/ids';
import { staffReasonSchema } from '@marquee/rules/back-office';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { GRANT_KINDS, grantHours, REPLAY_START_HOURS, WINDOW_MESSAGES } from '@marquee/rules/windows';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as films from '../films/films.ts';
import { filmIdSchema } from '../films/request-schemas.ts';
import * as filmActions from '../moderation/film-actions.ts';
import type { FilmWrite } from '../resources.ts';
import * as access from '../watch/access.ts';
import { runningUntil } from '../watch/film-access.ts';
import * as grants from './grants.ts';

export const grantAccessSchema = filmIdSchema.extend({
  accountId: z.string().refine(isId, BACK_OFFICE_MESSAGES.userNotFound),
  kind: z.enum(GRANT_KINDS, WINDOW_MESSAGES.grantKind),
  hours: grantHours,
  reason: staffReasonSchema,
});
type GrantAccess = z.output<typeof grantAccessSchema>;

const HOUR_MS = 3_600_000;

/** Gives somebody more time with a film, or the film once more; its history says why [WAT-15]. */
export async function grantAccess(
  { tx, clock, touch }: FilmWrite,
  viewer: AccountViewer,
  { accountId, filmId, kind, hours, reason }: GrantAccess,
): Promise<grants.Grant> {
  const now = clock.now();
  const film = await films.lock(tx, filmId);
  const rights = await access.get(tx, filmId, accountId);
  const id = newId();
  const right = kind === 'REPLAY' ? replay(hours, now) : extraTime(runningUntil(rights, now) ?? now, hours);
  const given = { id, accountId, filmId: film.id, kind, hours, reason, grantedBy: viewer.accountId, createdAt: now };
  await grants.insert(tx, { ...given, ...right });
  const at = { filmId: film.id, version: film.version, actorId: viewer.accountId, createdAt: now };
  const changes = [{ field: 'grantedTo', before: '', after: accountId }];
  await filmActions.insert(tx, at, [{ kind: 'ACCESS_GRANTED', reason, changes }]);
  touch('account', { id: accountId, version: BigInt(now.getTime()) });
  return (await grants.find(tx, id)) as grants.Grant;
}

/** More hours after the time that runs, or from now. A right that waits for its start or is not good yet keeps its own time. */
function extraTime(from: Date, hours: number) {
  return { endsAt: new Date(from.getTime() + hours * HOUR_MS), watchSeconds: null };
}

/** The hours begin with the first playback. */
function replay(hours: number, now: Date) {
  return { endsAt: new Date(now.getTime() + REPLAY_START_HOURS * HOUR_MS), watchSeconds: hours * 3_600 };
}
