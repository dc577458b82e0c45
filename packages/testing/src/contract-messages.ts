import { create, type DescMessage, type MessageInitShape, type MessageShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ClaimState, CreditClaimSchema } from '@marquee/contracts/film/v1/crew_pb';
import {
  AssetKind,
  CrewEntrySchema,
  Department,
  FilmAssetSchema,
  FilmCardSchema,
  FilmSchema,
  ImageSchema,
  ListingStatus,
  ProjectType,
  ReleaseType,
  ReviewSchema,
  StudioFilmSchema,
} from '@marquee/contracts/film/v1/film_pb';
import { ConsumerType, ProfileSchema, UserSchema } from '@marquee/contracts/identity/v1/account_pb';
import { AssetSchema, TranscodeStatus, UploadState } from '@marquee/contracts/media/v1/media_pb';

type Part<S extends DescMessage> = Exclude<MessageInitShape<S>, MessageShape<S>>;

// Messages as a healthy site sends them; a test names only what it is about.

const ADDED = timestampFromDate(new Date('2026-11-05T12:00:00Z'));

export const FILM_ID = '01a1fa4d-97de-70dd-a3ed-0716b4fa41bd';
const MAKER_ID = '01a1fa4d-97de-70dd-a3ed-0716b4fa41b0';

/** A free film, On Demand, that everybody can watch. */
export function aFilm(part: Part<typeof FilmSchema> = {}) {
  return create(FilmSchema, {
    ...{ id: FILM_ID, filmTitle: 'Salt', logLine: 'A ferryman waits.', createdBy: MAKER_ID },
    directors: ['Ana Souto'],
    ...{ releaseType: ReleaseType.WATCH_NOW, projectType: ProjectType.FEATURE, releaseDate: '2026-11-01' },
    ...{ country: 'PT', language: 'pt', genres: ['Drama'], rating: 'PG', runningTime: 5_520, resolution: '1080p' },
    ...{ published: true, isApproved: true, isFree: true, hasFilm: true, hasTrailer: true },
    ...{ distribution: { website: true, mobile: true, tv: true }, createdAt: ADDED, updatedAt: ADDED },
    ...part,
  });
}

/** A film as its maker and staff see it: complete, published and approved. */
export function aStudioFilm(
  film: Part<typeof FilmSchema> = {},
  part: Omit<Part<typeof StudioFilmSchema>, 'film'> = {},
) {
  const creatorName = 'Inês Carvalho';
  return create(StudioFilmSchema, { film: aFilm(film), status: ListingStatus.APPROVED, creatorName, ...part });
}

/** What lies in a slot of a film. */
export function aFilmAsset(part: Part<typeof FilmAssetSchema> = {}) {
  return create(FilmAssetSchema, {
    kind: AssetKind.FILM_VIDEO,
    mediaId: 'asset1',
    transcodeStatus: 'COMPLETE',
    stored: true,
    ...part,
  });
}

export function aFilmCard(part: Part<typeof FilmCardSchema> = {}) {
  return create(FilmCardSchema, {
    ...{ id: FILM_ID, filmTitle: 'Salt', releaseType: ReleaseType.WATCH_NOW, projectType: ProjectType.FEATURE },
    ...{ releaseYear: 2026, runningTime: 5_520, isFree: true, directors: ['Ana Souto'] },
    ...part,
  });
}

export function anImage(part: Part<typeof ImageSchema> = {}) {
  return create(ImageSchema, { id: 'i1', uri: '/images/i1', width: 1280, height: 720, widths: [360, 1280], ...part });
}

export function aReview(part: Part<typeof ReviewSchema> = {}) {
  const user = { id: 'u2', firstName: 'Li', lastName: 'Wei' };
  return create(ReviewSchema, {
    ...{ id: 'r1', filmId: FILM_ID, rating: 5, message: 'Go.', user, createdAt: ADDED, updatedAt: ADDED },
    ...part,
  });
}

export function aCrewEntry(part: Part<typeof CrewEntrySchema> = {}) {
  return create(CrewEntrySchema, {
    ...{ id: 'c1', credit: 'Directed by', firstName: 'Inês', lastName: 'Carvalho', role: 'Director' },
    department: Department.DIRECTION,
    ...part,
  });
}

/** A claim of a credit that its film's creator has not decided. */
export function aClaim(part: Part<typeof CreditClaimSchema> = {}) {
  const claimant = { id: 'u2', firstName: 'Li', lastName: 'Wei' };
  return create(CreditClaimSchema, {
    ...{ id: 'k1', filmId: FILM_ID, entry: aCrewEntry(), claimant, state: ClaimState.OPEN },
    ...part,
  });
}

/** A Movie Lover who is done with onboarding. */
export function aPerson(part: Part<typeof UserSchema> = {}) {
  return create(UserSchema, {
    ...{ id: 'u1', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
    ...{ consumerType: ConsumerType.MOVIE_LOVER, country: 'US', verified: true, createdAt: ADDED },
    ...part,
  });
}

/** The public profile of an Entertainment Pro who filled in all of it. */
export function aProfile(part: Part<typeof ProfileSchema> = {}) {
  return create(ProfileSchema, {
    ...{ id: 'u1', firstName: 'Inês', lastName: 'Carvalho', consumerType: ConsumerType.ENTERTAINMENT_PRO },
    ...{ talents: ['Director', 'Editor'], city: 'Porto', state: 'Norte', country: 'PT', bio: 'I film rivers.' },
    ...{ union: 'Cinema Workers', profilePicture: '/media/images/p1/320.jpg', listed: true },
    socialLinks: [
      { label: 'website', url: 'ines.example/' },
      { label: 'iTunes', url: 'https://music.apple.com/ines' },
      { label: 'Instagram', url: 'https://www.instagram.com/ines' },
    ],
    ...part,
  });
}

/** A video that media has checked and transcoded. */
export function anAsset(part: Part<typeof AssetSchema> = {}) {
  return create(AssetSchema, {
    ...{ id: 'asset1', fileName: 'salt.mov', sizeBytes: 1_000n, receivedBytes: 1_000n, state: UploadState.READY },
    ...{ filmId: FILM_ID, slot: 'FILM_VIDEO', durationMs: 5_520_000, transcode: { status: TranscodeStatus.COMPLETE } },
    ...part,
  });
}
