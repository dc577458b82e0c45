import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { AssetKind, ListingStatus, StudioFilmSchema } from '@marquee/contracts/film/v1/film_pb';
import { aFilm, aFilmAsset, anImage } from '@marquee/testing/contract-messages';
import { changedParts } from './changed-parts.ts';
import { ageText, croppedAt, dateText, dayText, filmStatus, imageSource } from './film-labels.ts';
import { orderByDefault, orderIn, orderParams, pressed } from './film-list-order.ts';

const at = (iso: string) => timestampFromDate(new Date(iso));
const film = (part: object = {}) =>
  create(StudioFilmSchema, { film: aFilm(), status: ListingStatus.APPROVED, ...part });
const since = { waitingSince: at('2026-11-28T10:00:00Z') };

test.each([
  [{ status: ListingStatus.MISSING_ASSETS, changeRequest: {} }, 'Missing assets', 'warn'],
  [{ changeRequest: { answered: false }, ...since }, 'Changes asked for', 'warn'],
  [{ changeRequest: { answered: true }, ...since, awaitingApproval: true }, 'Sent again', 'action'],
  [{ changeRequest: { answered: true }, awaitingApproval: true }, 'Awaiting approval', 'action'],
  [{ ...since, awaitingApproval: false }, 'Replacement waits', 'action'],
  [{ ...since, awaitingApproval: true }, 'Awaiting approval', 'action'],
  [{ changeRequest: { answered: true } }, 'APPROVED', 'good'],
  [{}, 'APPROVED', 'good'],
  [{ status: ListingStatus.PENDING_REVIEW }, 'PENDING REVIEW', 'neutral'],
])('the status of %j is %s', (part, label, tone) => {
  expect(filmStatus(film(part))).toEqual({ label, tone });
});

const NOW = Date.parse('2026-11-28T12:00:00Z');
test.each([
  ['2026-11-28T12:30:00Z', '0 min'],
  ['2026-11-28T11:00:01Z', '59 min'],
  ['2026-11-28T11:00:00Z', '1 h'],
  ['2026-11-27T12:00:01Z', '23 h'],
  ['2026-11-27T12:00:00Z', '1 d'],
])('what waits since %s waits for %s', (iso, text) => {
  expect(ageText(at(iso), NOW)).toBe(text);
});

test('days that are not known are said so', () => {
  expect([dateText(undefined), dayText(''), dayText('2026-11-01')]).toEqual(['–', '–', 'Nov 01, 2026']);
});

test('an image is the smallest that is wide enough, or the widest, cropped around what matters', () => {
  const image = anImage();
  expect([300, 361, 9_999].map((width) => imageSource(image, width))).toEqual([
    ...['/images/i1/360.webp', '/images/i1/1280.webp', '/images/i1/1280.webp'],
  ]);
  expect(imageSource(anImage({ widths: [], width: 800 }), 100)).toBe('/images/i1/800.webp');
  expect(croppedAt(image)).toEqual({});
  expect(croppedAt(anImage({ focalPoint: { x: 10, y: 20 } }))).toEqual({ objectPosition: '10% 20%' });
});

describe('the order of the list of films', () => {
  const inAddress = (text: string, inQueue: boolean) => orderIn(new URLSearchParams(text), inQueue);

  test('is that of its address, or the usual one', () => {
    expect([orderByDefault(true), orderByDefault(false)]).toEqual([
      { sort: 'waiting', descending: false },
      { sort: 'added', descending: true },
    ]);
    expect(inAddress('sort=title', false)).toEqual({ sort: 'title', descending: false });
    expect(inAddress('sort=title&dir=desc', true)).toEqual({ sort: 'title', descending: true });
    expect(inAddress('sort=waiting&dir=desc', true)).toEqual({ sort: 'waiting', descending: true });
    expect(inAddress('sort=waiting', false)).toEqual(orderByDefault(false));
    expect(inAddress('sort=toString', true)).toEqual(orderByDefault(true));
  });

  test('turns round by a second press on its column, and another column is ascending', () => {
    expect(pressed({ sort: 'title', descending: false }, 'title')).toEqual({ sort: 'title', descending: true });
    expect(pressed({ sort: 'title', descending: true }, 'added')).toEqual({ sort: 'added', descending: false });
  });

  test('stands in the address unless it is the usual one', () => {
    expect(orderParams({ sort: 'added', descending: true }, false)).toEqual({ sort: '', dir: '' });
    expect(orderParams({ sort: 'added', descending: false }, false)).toEqual({ sort: 'added', dir: '' });
    expect(orderParams({ sort: 'title', descending: true }, false)).toEqual({ sort: 'title', dir: 'desc' });
    expect(orderParams({ sort: 'added', descending: true }, true)).toEqual({ sort: 'added', dir: 'desc' });
  });
});

describe('what changed while staff looked', () => {
  const of = (fields: object = {}, ...assets: object[]) =>
    film({ film: aFilm(fields), assets: assets.map((asset) => aFilmAsset(asset)) });

  test('is named once: fields, and slots by their file or its preparation', () => {
    expect(changedParts(of(), of())).toEqual([]);
    expect(changedParts(of(), of({ isFree: false, usdCost: 499n, filmTitle: 'Pepper' }))).toEqual(['Title', 'Price']);
    expect(changedParts(of({}, {}), of({}, {}))).toEqual([]);
    expect(changedParts(of({}, {}), of({}, { mediaId: 'b' }))).toEqual(['Film video']);
    expect(changedParts(of({}, {}), of({}, { transcodeStatus: 'ERROR' }))).toEqual(['Film video']);
    expect(changedParts(of({}, {}), of({}, {}, { kind: AssetKind.POSTER_IMAGE }))).toEqual(['Poster image']);
    expect(changedParts(of({}, {}), of())).toEqual(['Film video']);
    expect(changedParts(of({}, {}), of({}, {}, { awaitingApproval: true, mediaId: 'c' }))).toEqual(['Film video']);
  });
});
