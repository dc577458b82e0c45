import { beginWithin } from '@marquee/rules/chapters';
import { updateFilmSchema } from '@marquee/rules/film';
import { ASSET_KINDS } from '@marquee/rules/film-types';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { dateOf } from '../films/date-of.ts';
import { chapterAfterEnd, editConflict, stillMissing } from '../films/film-errors.ts';
import type { ImageRow } from '../films/film-message.ts';
import { requireEditor } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import { given } from '../films/given.ts';
import { assetKind, choice, filmIdSchema } from '../films/request-schemas.ts';
import { requireAvailableOrder } from '../films/require-available-order.ts';
import { saveFilm } from '../films/save-film.ts';
import type { FilmWrite } from '../resources.ts';
import type { BoundAsset } from './bind-assets.ts';
import { placeAssets } from './place-assets.ts';
import { projectionOf } from './projection.ts';
import { publishingChanges, requirePublishable, requireReplaceable } from './publishing.ts';
import { getStudioFilm, type StudioFilm } from './studio-film.ts';

export const updateFilmRequestSchema = updateFilmSchema.extend({
  ...filmIdSchema.shape,
  /** 0n: whatever the version is. */
  expectedVersion: z.bigint(),
  distribution: z.object({ website: z.boolean(), mobile: z.boolean(), tv: z.boolean() }).optional(),
  licenseAgreementStatus: choice(['ACCEPTED']).optional(),
  assets: z.array(z.object({ kind: assetKind, mediaId: z.string() })).max(ASSET_KINDS.length),
});

/** The maker's update: absent fields stay as they are; a film that moved on is not overwritten [STU-04]. */
export async function updateFilm(
  write: FilmWrite,
  viewer: AccountViewer,
  input: z.output<typeof updateFilmRequestSchema>,
  bound: readonly BoundAsset[],
): Promise<StudioFilm> {
  const { tx } = write;
  const film = await films.lock(tx, input.filmId);
  requireEditor(viewer, film);
  if (input.expectedVersion !== 0n && input.expectedVersion !== film.version) throw editConflict(film.version);

  const changes = changesOf(input);
  if (bound.length > 0) Object.assign(changes, await placeAssets(write, film, bound));
  // Which video gives the running time and the resolution follows from the type; its file is right about both.
  if (changes.releaseType || changes.resolution !== undefined)
    Object.assign(changes, await projectionOf(tx, { ...film, ...changes }));
  if (input.stillFocalPoint) {
    const { trailerThumbnail: still } = { ...film, ...changes };
    if (!still) throw stillMissing();
    changes.trailerThumbnail = { ...(still as ImageRow), focalPoint: input.stillFocalPoint };
  }

  const next = { ...film, ...changes };
  requireAvailableOrder(next);
  if (input.chapters && !beginWithin(input.chapters, next.runningTime)) throw chapterAfterEnd();
  const published = input.published ?? film.published;
  if (published && !film.published) {
    await requirePublishable(write, next);
    Object.assign(changes, await publishingChanges(write, next));
  } else if (published) {
    await requireReplaceable(write, film, next, bound);
  } else {
    changes.published = false;
  }
  await saveFilm(write, film, changes, viewer.accountId);
  return getStudioFilm(tx, film.id);
}

/** What a row holds in another way than the request; every other field goes over by its name. */
function changesOf(input: z.output<typeof updateFilmRequestSchema>): films.FilmChanges {
  const { filmId, expectedVersion, published, assets, ...others } = input;
  const { stillFocalPoint, ...fields } = others;
  const { distribution, releaseDate, usdCost, coinCost, festivalId, ...same } = fields;
  return given({
    ...same,
    ...distribution,
    releaseDate: releaseDate === undefined ? undefined : dateOf(releaseDate),
    usdCost: usdCost === undefined ? undefined : BigInt(usdCost),
    coinCost: coinCost === undefined ? undefined : BigInt(coinCost),
    festivalId: festivalId === undefined ? undefined : festivalId || null,
  });
}
