import type { z } from 'zod';
import { bindAssetSchema } from './asset-requests.ts';
import { maskedEmail, maskedPhone } from './back-office.ts';
import { PAGE_VIEW_WINDOW_MINUTES, QUERY_LENGTH_MAX } from './catalogue.ts';
import { diaryEntrySchema, tagsOf } from './diary.ts';
import { calendarOf } from './event-calendar.ts';
import { updateFilmSchema } from './film.ts';
import { addCrewSchema, inviteContactSchema, inviteCrewSchema } from './film-crew.ts';
import { reportFilmSchema } from './film-reports.ts';
import { listingStatus, missingAssets, missingFields, resolutionOf } from './film-state.ts';
import { RELEASE_TYPE_LABELS } from './film-types.ts';
import {
  formatAddedDate,
  formatAmount,
  formatCoins,
  formatMoment,
  formatPosition,
  formatRunningTime,
  formatScreeningDate,
  formatTimeLeft,
  formatUsd,
  headerTitle,
} from './format.ts';
import { GENRES } from './genres.ts';
import { LANGUAGES } from './languages.ts';
import { isQualityFact, isQualityKind, loudnessOf } from './quality.ts';
import { REVIEW_MESSAGES, rateFilmSchema } from './reviews.ts';
import { MISSING_FIELD_MESSAGES, type PublishField, STUDIO_MESSAGES } from './studio-messages.ts';
import { addTextTrackSchema, TEXT_TRACK_MESSAGES } from './text-tracks.ts';
import {
  FREE_UNLOCK_HOURS,
  HEARTBEAT_INTERVAL_MS,
  PLAYBACK_EVENTS_MAX,
  resumePositionMs,
  VIEW_TOLERANCE_MS,
} from './watch.ts';

test('release types are shown under their labels [FLM-10]', () => {
  expect(RELEASE_TYPE_LABELS).toEqual({
    WATCH_NOW: 'On Demand',
    SCREENING: 'Festival Screening',
    TRAILER: 'Trailer',
    SHOWREEL: 'Showreel',
  });
});

test('screening dates are MM/dd/yyyy hh:mm a, added dates MMM dd, yyyy [FLM-10]', () => {
  expect(formatScreeningDate(new Date('2026-11-20T19:30:00Z'), 'UTC')).toBe('11/20/2026 07:30 PM');
  expect(formatScreeningDate(new Date('2026-01-02T00:05:00Z'), 'UTC')).toBe('01/02/2026 12:05 AM');
  expect(formatScreeningDate(new Date('2026-01-02T12:00:00Z'), 'UTC')).toBe('01/02/2026 12:00 PM');
  expect(formatAddedDate(new Date('2026-11-05T09:00:00Z'), 'UTC')).toBe('Nov 05, 2026');
  // A time with its zone is not broken over two lines.
  expect(formatMoment(new Date('2026-11-05T19:30:00Z'), 'UTC')).toBe('Nov 05, 2026 at 07:30\u00a0PM\u00a0UTC');
  expect(formatMoment(new Date(2026, 10, 5, 19, 30))).toBe('Nov 05, 2026 at 07:30\u00a0PM');
});

test('a header cuts titles at 20 characters [FLM-09]', () => {
  expect(headerTitle('Exactly twenty chars')).toBe('Exactly twenty chars');
  expect(headerTitle('The quiet of long rivers')).toBe('The quiet of long ri…');
});

test('lengths, positions and prices read well', () => {
  expect([10_000, 840_000, 5_700_000].map(formatTimeLeft)).toEqual(['1 min left', '14 min left', '1 h 35 min left']);
  expect([45, 60, 840, 5_520, 3_600].map(formatRunningTime)).toEqual(['45 s', '1 min', '14 min', '1 h 32 min', '1 h']);
  expect([4_000, 65_000, 3_723_000].map(formatPosition)).toEqual(['0:04', '1:05', '1:02:03']);
  expect(formatUsd(499)).toBe('$4.99');
  expect([1n, 2n, 1_200n].map(formatCoins)).toEqual(['1 coin', '2 coins', '1,200 coins']);
  expect(['USD', 'COIN'].map((currency) => formatAmount({ amount: 250n, currency }))).toEqual(['$2.50', '250 coins']);
});

test('playing is reported and counted by the numbers of the specification [WAT-07]', () => {
  expect({ VIEW_TOLERANCE_MS, HEARTBEAT_INTERVAL_MS }).toEqual({
    VIEW_TOLERANCE_MS: 2_000,
    HEARTBEAT_INTERVAL_MS: 15_000,
  });
  expect({ PLAYBACK_EVENTS_MAX, FREE_UNLOCK_HOURS, PAGE_VIEW_WINDOW_MINUTES, QUERY_LENGTH_MAX }).toEqual({
    PLAYBACK_EVENTS_MAX: 200,
    FREE_UNLOCK_HOURS: 48,
    PAGE_VIEW_WINDOW_MINUTES: 30,
    QUERY_LENGTH_MAX: 100,
  });
});

test('the resume position is the saved one minus 300 seconds beyond 300 seconds [WAT-10]', () => {
  const at = (positionMs: number, finished = false) => resumePositionMs({ positionMs, finished });
  expect([at(0), at(300_000), at(300_001), at(900_000), at(900_000, true), resumePositionMs(undefined)]).toEqual([
    0, 0, 1, 600_000, 0, 0,
  ]);
});

test('missing assets come first, then pending review, then approved [STU-01:status]', () => {
  expect(missingAssets('WATCH_NOW', [])).toEqual(['FILM_VIDEO', 'TRAILER_VIDEO', 'TRAILER_IMAGE', 'POSTER_IMAGE']);
  expect(missingAssets('TRAILER', ['POSTER_IMAGE'])).toEqual(['TRAILER_VIDEO', 'TRAILER_IMAGE']);
  expect(listingStatus({ published: true, missing: ['POSTER_IMAGE'] })).toBe('MISSING_ASSETS');
  expect(listingStatus({ published: false, missing: [] })).toBe('PENDING_REVIEW');
  expect(listingStatus({ published: true, missing: [] })).toBe('APPROVED');
});

test('each text and list is taken up to its bound and refused beyond it', () => {
  const text = (length: number) => 'x'.repeat(length);
  const lists = { genres: [...GENRES], languages: LANGUAGES.map(({ code }) => code) };
  const credit = { credit: 'Cast', firstName: 'A', lastName: 'B' };
  const bounds: [z.ZodType, string, (length: number) => object, number, string][] = [
    [updateFilmSchema, 'filmTitle', (n) => ({ filmTitle: text(n) }), 120, 'A title has at most 120 characters.'],
    [updateFilmSchema, 'logLine', (n) => ({ logLine: text(n) }), 500, 'A log line has at most 500 characters.'],
    [
      updateFilmSchema,
      'festivalName',
      (n) => ({ festivalName: text(n) }),
      120,
      'A festival name has at most 120 characters.',
    ],
    [updateFilmSchema, 'genres', (n) => ({ genres: lists.genres.slice(0, n) }), 5, 'Please choose at most 5 genres.'],
    [
      updateFilmSchema,
      'languages',
      (n) => ({ languages: lists.languages.slice(0, n) }),
      20,
      'Please choose at most 20 languages.',
    ],
    [
      rateFilmSchema,
      'message',
      (n) => ({ rating: 3, message: text(n) }),
      2000,
      'A review has at most 2000 characters.',
    ],
    [
      reportFilmSchema,
      'details',
      (n) => ({ reason: 'OTHER', details: text(n) }),
      1000,
      'Details have at most 1000 characters.',
    ],
    [addCrewSchema, 'credit', (n) => ({ ...credit, credit: text(n) }), 60, 'A credit has at most 60 characters.'],
    [addCrewSchema, 'role', (n) => ({ ...credit, role: text(n) }), 60, 'A role has at most 60 characters.'],
    [addCrewSchema, 'firstName', (n) => ({ ...credit, firstName: text(n) }), 45, 'A name has at most 45 characters.'],
    [addCrewSchema, 'lastName', (n) => ({ ...credit, lastName: text(n) }), 45, 'A name has at most 45 characters.'],
  ];
  for (const [schema, field, values, max, message] of bounds) {
    expect([field, schema.safeParse(values(max)).success]).toEqual([field, true]);
    const { error } = schema.safeParse(values(max + 1));
    expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[field, message]]);
  }
  const screening = (time: string) => updateFilmSchema.safeParse({ screeningStartTime: new Date(time) }).success;
  const times = ['1999-12-31T23:59:59Z', '2000-01-01T00:00:00Z', '2099-12-31T23:59:59Z', '+010000-01-01T00:00:00Z'];
  expect(times.map(screening)).toEqual([false, true, true, false]);
  const released = (releaseDate: string) => updateFilmSchema.safeParse({ releaseDate }).success;
  expect(['1879-12-31', '1880-01-01', '2099-12-31', '2100-01-01'].map(released)).toEqual([false, true, true, false]);
  const address = (length: number) => `${text(length - '@example.com'.length)}@example.com`;
  const invites = (email: string, phoneNumber = '') => inviteCrewSchema.safeParse({ email, phoneNumber }).success;
  expect([invites(address(60)), invites('', '+351 912 345 678')]).toEqual([true, true]);
  for (const email of [address(255), 'no address', '', `${address(40)} x`]) expect(invites(email)).toBe(false);
  expect([invites('', '12'), invites(address(60), '+351912345678')]).toEqual([false, false]);
});

test('prices, stars and films of a file are taken from their first to their last', () => {
  for (const usdCost of [0, 99, 99_999]) expect(updateFilmSchema.safeParse({ usdCost }).success).toBe(true);
  for (const coinCost of [0, 1, 1_000_000]) expect(updateFilmSchema.safeParse({ coinCost }).success).toBe(true);
  for (const rating of [1, 5]) expect(rateFilmSchema.safeParse({ rating }).success).toBe(true);
  const bound = (filmId: string) => bindAssetSchema.safeParse({ assetId: 'a', filmId });
  expect([bound('').success, bound('0198f5a2-7c1d-7e3a-9b4c-1f2e3d4c5b6a').success]).toEqual([true, true]);
  expect(bound('x').error?.issues[0]?.message).toBe('This film does not exist.');
});

test('whatever a person enters wrongly is answered in our own words', () => {
  const messages = (schema: z.ZodType, value: unknown) =>
    schema.safeParse(value).error?.issues.map(({ message }) => message);
  for (const usdCost of [1, -1, 100_000, Number.NaN, Number.POSITIVE_INFINITY, 9.2e18]) {
    expect(messages(updateFilmSchema, { usdCost })).toEqual([STUDIO_MESSAGES.priceRange]);
  }
  expect(messages(updateFilmSchema, { usdCost: 99.5 })).toEqual([STUDIO_MESSAGES.priceWhole]);
  for (const coinCost of [-1, 1.5, 1_000_001, Number.NaN]) {
    expect(messages(updateFilmSchema, { coinCost })).toEqual([STUDIO_MESSAGES.coinRange]);
  }
  for (const rating of [0, -1, 6, 2.5, Number.NaN, 1e300]) {
    expect(messages(rateFilmSchema, { rating })).toEqual([REVIEW_MESSAGES.ratingRequired]);
  }
  expect(messages(updateFilmSchema, { rating: 'Z', resolution: '12K', genres: ['Tax law'], language: 'xx' })).toEqual([
    'Please choose a language.',
    'Please choose at least one genre.',
    'Please choose an age rating.',
    'Please choose a resolution.',
  ]);
});

test.each([
  [640, 360, 'SD'],
  [1280, 534, '720p'],
  [960, 720, '720p'],
  [1920, 804, '1080p'],
  [1440, 1080, '1080p'],
  [1080, 1920, '1080p'],
  [2048, 858, '2K'],
  [1998, 1080, '2K'],
  [2560, 1440, '2K'],
  [3840, 1600, '4K'],
  [3996, 2160, '4K'],
  [7680, 4320, '8K'],
])('a picture of %i × %i pixels has the resolution %s [STU-02:resolution]', (width, height, resolution) => {
  expect(resolutionOf(width, height)).toBe(resolution);
});

test('whom a film invites is written to by what looks like an email, and by text message otherwise [NOT-04:contact]', () => {
  const parse = (contact: string) => inviteContactSchema.safeParse({ contact });
  expect(parse(' Ana@Example.com ').data).toEqual({ contact: { email: 'ana@example.com', phoneNumber: '' } });
  expect(parse('(202) 555-0142').data).toEqual({ contact: { email: '', phoneNumber: '+12025550142' } });
  expect(parse('+351 912 345 678').data).toEqual({ contact: { email: '', phoneNumber: '+351912345678' } });
  const problemOf = (contact: string) => parse(contact).error?.issues.map(({ message }) => message);
  expect(problemOf('  ')).toEqual(['Please enter an email address or a phone number.']);
  expect(problemOf('ana@example')).toEqual(['Please enter a valid email address.']);
  expect(problemOf('555')).toEqual(['Please enter a valid phone number.']);
});

test('an entry of a diary has a day since films exist, and whole stars up to five or none [FLM-14:diary]', () => {
  const of = (changes: object) =>
    diaryEntrySchema.safeParse({ watchedOn: '2026-11-20', rating: 0, rewatch: false, tags: [], ...changes });
  expect([0, 1, 5, -1, 6, 2.5].map((rating) => of({ rating }).success)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  const days = ['1888-01-01', '1887-12-31', '2026-02-30', ''];
  expect(days.map((watchedOn) => of({ watchedOn }).success)).toEqual([true, false, false, false]);
  expect(of({ tags: ['sea', ' sea ', 'salt'] }).data?.tags).toEqual(['sea', 'salt']);
  expect([of({ tags: Array(10).fill('a') }).success, of({ tags: Array(11).fill('a') }).success]).toEqual([true, false]);
  expect([of({ tags: ['x'.repeat(40)] }).success, of({ tags: ['x'.repeat(41)] }).success]).toEqual([true, false]);
  expect(tagsOf(' sea, ,salt,')).toEqual(['sea', 'salt']);
});

test('the loudness of a sound track is kept, raised, lowered, or raised as far as there is room', () => {
  const done = (gain: number, limited = false) => loudnessOf({ gain, limited });
  expect([done(0), done(2), done(-2), done(2, true)]).toEqual(['KEPT', 'RAISED', 'LOWERED', 'LIMITED']);
  expect(['PICTURE_WIDE', 'PICTURE_BLACK'].map((kind) => isQualityFact(kind as 'PICTURE_WIDE'))).toEqual([true, false]);
  expect(['SOUND_CLIPPED', 'constructor'].map(isQualityKind)).toEqual([true, false]);
});

test('fields that publishing needs are missing while they are empty [STU-02:missing]', () => {
  const fields = Object.keys(MISSING_FIELD_MESSAGES) as PublishField[];
  const film = Object.fromEntries(fields.map((field) => [field, 'x'])) as Record<PublishField, string>;
  const [first, second, third] = fields as [PublishField, PublishField, PublishField];
  expect(missingFields(film)).toEqual([]);
  expect(missingFields({ ...film, [second]: '', [first]: null, [third]: [] })).toEqual([first, second, third]);
  expect(missingFields({ ...film, [first]: new Date(0), [second]: ['x'] })).toEqual([]);
});

test('addresses that staff see are masked', () => {
  expect(['ada@example.com', '@example.com', 'ada', ''].map(maskedEmail)).toEqual(['a•••@example.com', '', '', '']);
  expect(['+12025550142', ''].map(maskedPhone)).toEqual(['•••42', '']);
});

test('subtitles are a file with something in it, in a language that has words', () => {
  const of = (changes: object) =>
    addTextTrackSchema.safeParse({
      ...{ assetId: 'a', language: 'en', kind: 'SUBTITLES', fileName: 'a.srt', data: new Uint8Array(1), ...changes },
    }).error?.issues[0]?.message;
  const { empty, tooLarge, language } = TEXT_TRACK_MESSAGES;
  expect([of({}), of({ data: new Uint8Array(700 * 1024) })]).toEqual([undefined, undefined]);
  expect([of({ data: new Uint8Array(0) }), of({ data: new Uint8Array(700 * 1024 + 1) })]).toEqual([empty, tooLarge]);
  expect([of({ language: 'zxx' }), of({ language: 'xx' })]).toEqual([language, language]);
});

test('a calendar file has each event with its place, and of one that is online its page [FES-11:calendar]', () => {
  const times = { startTime: new Date('2027-03-01T20:00:00Z'), endTime: new Date('2027-03-01T22:00:00Z') };
  const event = { id: 'e1', version: 3, name: 'Opening', festivalName: 'Lumen', ...times, location: 'Hall, Lisbon' };
  const text = calendarOf(
    [
      { ...event, cancelled: false },
      { ...event, id: 'e2', location: '', cancelled: true },
    ],
    'https://films.example',
  );
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  expect(lines.filter((line) => /^(UID|LOCATION|STATUS|SUMMARY|SEQUENCE)/.test(line))).toEqual([
    ...['UID:event-e1@films.example', 'SEQUENCE:3', 'SUMMARY:Opening · Lumen', 'LOCATION:Hall\\, Lisbon'],
    ...['STATUS:CONFIRMED', 'UID:event-e2@films.example', 'SEQUENCE:3', 'SUMMARY:Opening · Lumen'],
    ...['LOCATION:https://films.example/events/e2', 'STATUS:CANCELLED'],
  ]);
});
