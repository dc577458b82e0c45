import type { Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { type CreateFilm, createFilmSchema } from '@marquee/rules/film';
import type { AssetKindName, ReleaseTypeName } from '@marquee/rules/film-types';
import { parse } from '@marquee/runtime/schema';
import { type ServiceResources, transact, type Write } from '@marquee/service/use-case';
import * as awards from '../catalogue/awards.ts';
import * as claims from '../crew/claims.ts';
import * as crew from '../crew/crew.ts';
import { dateOf } from '../films/date-of.ts';
import { filmCreated } from '../films/film-events.ts';
import type { ImageRow } from '../films/film-message.ts';
import * as films from '../films/films.ts';
import { saveFilm } from '../films/save-film.ts';
import * as reviews from '../reviews/reviews.ts';
import * as stats from '../statistics/stats.ts';
import * as assets from '../studio/assets.ts';
import * as mediaCopies from '../studio/media-copies.ts';
import { projectionOf } from '../studio/projection.ts';

export type ImportedAsset = {
  kind: AssetKindName;
  /** The media asset; the caller has media bind it to the film. */
  mediaId: string;
  /** What is known already; media's events bring the rest. */
  playableVersion?: string;
  durationMs?: number;
  image?: ImageRow;
  /** A video whose file follows: until then the film is being prepared. */
  expected?: boolean;
};

/** A film as a catalogue of demo films gives it. */
export type ImportedFilm = {
  /** UUID; a film that exists already under it keeps what it has. */
  id: string;
  createdBy: string;
  fields: CreateFilm;
  releaseType?: ReleaseTypeName;
  festivalName?: string;
  isFestivalWinner?: boolean;
  screeningStartTime?: Date;
  published?: boolean;
  isApproved?: boolean;
  createdAt: Date;
  /** When it came into the feed; createdAt by default. */
  releasedAt?: Date;
  /** Seconds, until its video is known. */
  runningTime?: number;
  crew?: { id: string; credit: string; firstName: string; lastName: string; role?: string; personId?: string }[];
  awards?: { id: string; festivalName: string; category: string; year: number; winner: boolean }[];
  reviews?: { accountId: string; rating: number; message: string; createdAt: Date }[];
  assets?: ImportedAsset[];
};

type ImportWrite = Write<ServiceResources>;

/**
 * Makes a film with its crew, awards, reviews and assets. Running it again adds what is missing and changes nothing
 * else, so that an interrupted import can be run again. Returns whether the film was new.
 */
export async function importFilm(resources: ServiceResources, film: ImportedFilm): Promise<boolean> {
  return transact(resources, async (write) => {
    const isNew = await insertNew(write, film);
    await addPeopleAndAwards(write, film);
    await addReviews(write.tx, film);
    await addAssets(write, film);
    return isNew;
  });
}

/** Whether the film itself can be played. */
export async function isPlayable({ db }: Pick<ServiceResources, 'db'>, filmId: string): Promise<boolean> {
  return (await films.get(db, filmId)).filmReady;
}

async function insertNew({ tx, emit }: ImportWrite, film: ImportedFilm): Promise<boolean> {
  const fields = parse(createFilmSchema, film.fields);
  const { id, createdBy, createdAt } = film;
  const isNew = await films.insert(tx, {
    ...fields,
    releaseDate: dateOf(fields.releaseDate),
    releaseType: film.releaseType ?? 'WATCH_NOW',
    festivalName: film.festivalName ?? '',
    isFestivalWinner: film.isFestivalWinner ?? false,
    screeningStartTime: film.screeningStartTime ?? null,
    runningTime: film.runningTime ?? 0,
    licenseAgreementStatus: 'ACCEPTED',
    releasedAt: film.published && film.isApproved ? (film.releasedAt ?? createdAt) : null,
    ...{ id, createdBy, createdAt, updatedBy: createdBy, updatedAt: createdAt },
  });
  if (isNew) await emit(filmCreated({ id, version: 1n, createdBy }));
  return isNew;
}

async function addPeopleAndAwards({ tx, clock }: ImportWrite, film: ImportedFilm): Promise<void> {
  for (const { role = '', personId = null, ...credit } of film.crew ?? []) {
    const now = clock.now();
    const isNew = await crew.insert(tx, { ...credit, role, filmId: film.id, createdAt: now });
    if (!isNew || !personId) continue;
    await claims.name(tx, { id: newId(), filmId: film.id, crewId: credit.id, accountId: personId }, 'ACCEPTED', now);
    await crew.link(tx, credit.id, personId);
  }
  for (const award of film.awards ?? []) await awards.insert(tx, { ...award, filmId: film.id });
}

async function addReviews(tx: Tx, film: ImportedFilm): Promise<void> {
  for (const { createdAt: now, ...review } of film.reviews ?? []) {
    if (await reviews.find(tx, film.id, review.accountId)) continue;
    await reviews.upsert(tx, { ...review, id: newId(), filmId: film.id, now });
    await stats.add(tx, film.id, { [stats.starStat(review.rating)]: 1, comments: review.message ? 1 : 0 });
  }
}

async function addAssets(write: ImportWrite, film: ImportedFilm): Promise<void> {
  const { tx, clock } = write;
  const row = await films.lock(tx, film.id);
  const held = await assets.list(tx, [film.id]);
  for (const { kind, mediaId, playableVersion, durationMs, image, expected } of film.assets ?? []) {
    if (held.some((asset) => asset.kind === kind)) continue;
    await mediaCopies.keep(tx, {
      mediaId,
      version: 0n,
      transcodeStatus: statusOf({ playableVersion, expected }),
      playableVersion: playableVersion ?? null,
      durationMs: durationMs ?? null,
      image: image ?? null,
      width: null,
      height: null,
      protection: null,
      hasAudioDescription: null,
    });
    await assets.place(tx, { filmId: film.id, kind, waiting: false }, mediaId, clock.now());
  }
  // Later decisions of staff and the maker stand: only a new film is published.
  const flags = row.version === 1n && { published: film.published ?? false, isApproved: film.isApproved ?? false };
  await saveFilm(write, row, { ...(await projectionOf(tx, row)), ...flags }, row.updatedBy);
}

function statusOf({ playableVersion, expected }: Pick<ImportedAsset, 'playableVersion' | 'expected'>): string {
  if (playableVersion) return 'COMPLETE';
  return expected ? 'IN_PROGRESS' : '';
}
