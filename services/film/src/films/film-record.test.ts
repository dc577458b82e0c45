import { create, type DescMessage } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { GetAnyFilmResponseSchema } from '@marquee/contracts/film/v1/back_office_pb';
import {
  DrmEncodingStatus,
  FilmCountersSchema,
  FilmSchema,
  LicenseAgreementStatus,
  ReleaseType,
  StudioFilmSchema,
} from '@marquee/contracts/film/v1/film_pb';
import { newId } from '@marquee/data/ids';
import { completeFields, type FilmHarness, filmService } from '../testing/film-service.ts';

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService();
});

/** The record of a film by the names of the product. */
const RECORD = [
  ...['id', 'film_title', 'log_line', 'release_type', 'release_date', 'rating', 'running_time', 'country', 'genres'],
  ...['language', 'languages', 'project_type', 'is_student_film', 'is_first_time_film_maker', 'has_subtitles'],
  ...['resolution', 'poster_uri', 'trailer_uri', 'trailer_thumbnail_uri', 'film_uri', 'festival_name', 'festival_id'],
  ...['published', 'is_approved', 'auto_approved', 'is_free', 'self_distribute', 'usd_cost', 'screening_start_time'],
  ...['license_agreement_status', 'drm_encoding_status', 'allowed_locations', 'blocked_locations', 'distribution'],
  ...['is_festival_winner', 'user_rating', 'rating_count', 'comment_count', 'created_by', 'created_at', 'updated_by'],
  ...['updated_at', 'page_view_count', 'view_count', 'like_count', 'unlock_count', 'block_count', 'report_count'],
];
const namesOf = ({ fields }: DescMessage) => fields.map(({ name }) => name);

test('the record of a film has its assets, flags, locations, distribution, dates, prices and counters [ENT-02]', async () => {
  const messages = [FilmSchema, FilmCountersSchema, StudioFilmSchema, GetAnyFilmResponseSchema];
  expect(RECORD.filter((name) => !messages.some((message) => namesOf(message).includes(name)))).toEqual([]);

  const maker = film.maker();
  await film.introduce(maker.viewer, 'Ines', 'Prado');
  const filmId = await film.releasedFilm(maker);
  const festivalId = newId();
  const screeningStartTime = timestampFromDate(new Date('2027-01-02T19:30:00.000Z'));
  await maker.studio.updateFilm({
    ...{ requestId: newId(), filmId, releaseType: ReleaseType.SCREENING, screeningStartTime },
    ...{ festivalId, festivalName: 'Porto Nights', selfDistribute: true, usdCost: 499n },
    ...{ licenseAgreementStatus: LicenseAgreementStatus.ACCEPTED, distribution: { website: true, tv: true } },
    ...{ allowedLocations: { values: [{ country: 'PT', region: 'Norte', city: 'Porto' }] } },
    blockedLocations: { values: [{ country: 'ES' }] },
  });
  await film.staff().backOffice.setFilmFlags({ requestId: newId(), filmId, isFestivalWinner: true });
  const lover = film.lover();
  await lover.reviews.rateFilm({ requestId: newId(), filmId, rating: 4, message: 'Go.' });
  await lover.reviews.setLike({ filmId, liked: true });
  await lover.catalogue.countPageView({ filmId });

  const { film: entry, ...about } = await film.staff().backOffice.getAnyFilm({ filmId });
  const { film: row, ...studio } = entry ?? create(StudioFilmSchema);
  expect(row).toMatchObject({
    ...completeFields,
    ...{ id: filmId, releaseType: ReleaseType.SCREENING, runningTime: 600, isFree: true, usdCost: 499n },
    ...{ festivalId, festivalName: 'Porto Nights', screeningStartTime, published: true, isApproved: true },
    ...{ isFestivalWinner: true, distribution: { website: true, mobile: false, tv: true } },
    ...{ userRating: 4, ratingCount: 1, commentCount: 1, createdBy: maker.viewer.accountId },
    ...{ counters: { viewCount: 0n, likeCount: 1n }, createdAt: expect.anything(), updatedAt: expect.anything() },
    ...{ posterUri: expect.stringMatching(/./), trailerThumbnailUri: expect.stringMatching(/./) },
  });
  expect(studio).toMatchObject({
    ...{ filmUri: expect.stringMatching(/^media:/), trailerUri: expect.stringMatching(/^media:/) },
    ...{ selfDistribute: true, autoApproved: false, creatorName: 'Ines Prado', pageViewCount: 1n, unlockCount: 0n },
    licenseAgreementStatus: LicenseAgreementStatus.ACCEPTED,
    drmEncodingStatus: DrmEncodingStatus.UNSPECIFIED,
    allowedLocations: [{ country: 'PT', region: 'Norte', city: 'Porto' }],
    blockedLocations: [{ country: 'ES', region: '', city: '' }],
  });
  expect(studio.assets?.map(({ kind }) => kind).sort()).toEqual([1, 2, 3, 4]);
  expect(about).toMatchObject({ blockCount: 0n, reportCount: 0n, updatedBy: expect.stringMatching(/./) });
});
