import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as films from '../films/films.ts';
import { assetKind, filmIdSchema } from '../films/request-schemas.ts';
import { saveFilm } from '../films/save-film.ts';
import type { ActionFacts } from '../moderation/film-actions.ts';
import { NO_CHANGE_REQUEST } from '../moderation/withdraw-change-request.ts';
import type { FilmWrite } from '../resources.ts';
import { nothingWaiting, replacementUnplayable } from '../studio/asset-errors.ts';
import * as assets from '../studio/assets.ts';
import { releaseAsset } from '../studio/place-assets.ts';
import { problemOf, projectionOf } from '../studio/projection.ts';
import { getStudioFilm, type StudioFilm } from '../studio/studio-film.ts';

export const decideAssetReplacementSchema = filmIdSchema.extend({ kind: assetKind, approve: z.boolean() });

/** Lets a waiting replacement go live, or turns it down; until then the approved asset plays [STU-15]. */
export async function decideAssetReplacement(
  write: FilmWrite,
  viewer: AccountViewer,
  { filmId, kind, approve }: z.output<typeof decideAssetReplacementSchema>,
): Promise<StudioFilm> {
  const { tx, clock } = write;
  const film = await films.lock(tx, filmId);
  const held = await assets.list(tx, [film.id]);
  const replacement = held.find((asset) => asset.kind === kind && asset.waiting);
  if (!replacement) throw nothingWaiting();
  const problem = approve && kind.endsWith('_VIDEO') ? problemOf(replacement) : undefined;
  if (problem) throw replacementUnplayable(problem);

  let gone = await assets.take(tx, { filmId: film.id, kind, waiting: true });
  if (approve) {
    const live = { filmId: film.id, kind, waiting: false };
    gone = await assets.place(tx, live, replacement.mediaId, clock.now());
  }
  await releaseAsset(write, film.id, gone);
  const decided: ActionFacts = {
    kind: approve ? 'REPLACEMENT_APPROVED' : 'REPLACEMENT_DECLINED',
    changes: [{ field: kind, before: replacement.mediaId, after: '' }],
  };
  const isLast = held.filter(({ waiting }) => waiting).length === 1;
  const settles = film.isApproved && isLast && (approve || film.changeState === 'ANSWERED');
  const changes = { ...(await projectionOf(tx, film)), ...(settles && NO_CHANGE_REQUEST) };
  await saveFilm(write, film, changes, viewer.accountId, [decided]);
  return getStudioFilm(tx, film.id);
}
