import { isId } from '@marquee/data/ids';
import { keyset } from '@marquee/data/paging';
import { staffReasonSchema } from '@marquee/rules/back-office';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as films from '../films/films.ts';
import { listSchema } from '../films/request-schemas.ts';
import * as filmActions from '../moderation/film-actions.ts';
import type { FilmResources, FilmWrite } from '../resources.ts';
import { recordNotFound } from './record-errors.ts';
import * as records from './records.ts';

const accountIdSchema = z.object({ accountId: z.string() });
export const listUserRecordsSchema = listSchema.extend({
  accountId: z.string().min(1, BACK_OFFICE_MESSAGES.userNotFound),
});
export const unlockKeySchema = accountIdSchema.extend({ unlockKey: z.string() });
export const deleteUnlockSchema = unlockKeySchema.extend({ reason: staffReasonSchema });

const NONE = { rows: [], nextCursor: '' };

/** What a key of the form filmId:suffix names. @throws DomainError NOT_FOUND, RECORD_NOT_FOUND */
function named({ accountId, unlockKey }: z.output<typeof unlockKeySchema>): records.UnlockName {
  const [filmId = '', id = '', ...rest] = unlockKey.split(':');
  if (![accountId, filmId, id].every(isId) || rest.length > 0) throw recordNotFound();
  return { accountId, filmId, id };
}

/** The films that a user has unlocked, newest first [ADU-06]. */
export async function listUserUnlocks(
  { db, config }: FilmResources,
  _viewer: AccountViewer,
  { accountId, pageSize, cursor }: z.output<typeof listUserRecordsSchema>,
): Promise<{ rows: records.UserUnlock[]; nextCursor: string }> {
  const scope = `user-unlocks ${accountId}`;
  const list = { key: config.CURSOR_KEY, scope, size: pageSize, cursor };
  const { after, limit, page } = keyset<[string, string]>(list);
  if (!isId(accountId)) return NONE;
  const place = after && { createdAt: new Date(after[0]), id: after[1] };
  const rows = await records.listUnlocks(db, { accountId, after: place, limit });
  return page(rows, ({ createdAt, id }) => [createdAt.toISOString(), id]);
}

/** @throws DomainError NOT_FOUND, RECORD_NOT_FOUND */
export async function getUserUnlock(
  { db }: FilmResources,
  _viewer: AccountViewer,
  input: z.output<typeof unlockKeySchema>,
): Promise<records.UserUnlock> {
  const unlock = await records.findUnlock(db, named(input));
  if (!unlock) throw recordNotFound();
  return unlock;
}

/** Takes an unlocked film from a user; the film's history says so. @throws DomainError NOT_FOUND, RECORD_NOT_FOUND */
export async function deleteUserUnlock(
  { tx, clock }: FilmWrite,
  viewer: AccountViewer,
  { reason, ...input }: z.output<typeof deleteUnlockSchema>,
): Promise<void> {
  const name = named(input);
  if (!(await records.findUnlock(tx, name))) throw recordNotFound();
  const film = await films.lock(tx, name.filmId);
  if (!(await records.removeUnlock(tx, name))) throw recordNotFound();
  const at = { filmId: film.id, version: film.version, actorId: viewer.accountId, createdAt: clock.now() };
  const changes = [{ field: 'unlockedBy', before: name.accountId, after: '' }];
  await filmActions.insert(tx, at, [{ kind: 'UNLOCK_DELETED', reason, changes }]);
}
