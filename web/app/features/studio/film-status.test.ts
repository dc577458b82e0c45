import { create } from '@bufbuild/protobuf';
import { AssetKind, ListingStatus, StudioFilmSchema } from '@marquee/contracts/film/v1/film_pb';
import { aFilm, aFilmAsset } from '@marquee/testing/contract-messages';
import { checklistOf, meaningOf, openRequest, preparedVideo, statusOf, visibilityOf } from './film-status.ts';

const { APPROVED, MISSING_ASSETS, PENDING_REVIEW } = ListingStatus;
const asked = { changeRequest: { id: 'c1', answered: false } };
const answered = { changeRequest: { id: 'c1', answered: true } };
const entry = (part: object = {}, film: object = {}) =>
  create(StudioFilmSchema, { film: aFilm(film), status: APPROVED, ...part });
const video = (transcodeStatus: string, part: object = {}) => aFilmAsset({ transcodeStatus, ...part });
const trailer = { kind: AssetKind.TRAILER_VIDEO };
const waits = { awaitingApproval: true };

test.each([
  [{ status: MISSING_ASSETS }, 'MISSING ASSETS', 'warn'],
  [{ status: PENDING_REVIEW, ...asked }, 'PENDING REVIEW', 'neutral'],
  [asked, 'APPROVED', 'warn'],
  [{ ...answered, ...waits }, 'APPROVED', 'action'],
  [waits, 'APPROVED', 'action'],
  [{}, 'APPROVED', 'good'],
])('the status of %j is %s in its colour', (part, label, tone) => {
  expect(statusOf(entry(part))).toEqual({ label, tone });
});

test.each<[object, object, string]>([
  [{}, {}, 'Published for everybody.'],
  [{}, { distribution: { website: false } }, 'Published, and not shown on the website.'],
  [asked, {}, 'Published, and our staff ask for changes.'],
  [waits, {}, 'Published, waiting for our staff.'],
  [{ ...answered, ...waits }, {}, 'Sent for review again, waiting for our staff.'],
  [{}, { published: false }, 'Approved, and taken down: publish it to show it again.'],
  [{}, { published: false, isApproved: false }, 'Ready to publish.'],
  [{ missingFields: ['genres'] }, { published: false }, 'One detail is needed to publish.'],
  [{ missingFields: ['genres', 'rating'] }, { published: false }, '2 details are needed to publish.'],
  [{ missingFields: ['genres'] }, {}, 'Published for everybody.'],
])('what it means now: %j %j', (part, film, text) => {
  expect(meaningOf(entry(part, film))).toBe(text);
});

test('what is missing is named first, as it was needed to publish or is missing since', () => {
  const missing = { missingAssets: [AssetKind.TRAILER_VIDEO, AssetKind.POSTER_IMAGE] };
  expect(meaningOf(entry(missing, { published: false }))).toMatch(/^Needed to publish: .+, .+\.$/);
  expect(meaningOf(entry(missing))).toMatch(/^Missing: .+, .+\. Published for everybody\.$/);
});

test.each<[object, object, string]>([
  [{}, {}, 'The film is being prepared.'],
  [waits, {}, 'The new film is being prepared.'],
  [trailer, {}, 'The trailer is being prepared.'],
  [{ ...trailer, ...waits }, {}, 'The new trailer is being prepared.'],
])('a video that is being prepared is named: %j', (part, film, text) => {
  const meaning = (preparing?: number | 'in line') =>
    meaningOf(entry({ assets: [video('IN PROGRESS', part)] }, { published: false, ...film }), preparing);
  const begins = text.slice(0, -1);
  expect(meaning()).toContain(text);
  expect(meaning('in line')).toContain(`${begins}, in line behind others.`);
  expect(meaning(40)).toContain(`${begins}, 40%.`);
});

test.each<[object, object, string | undefined]>([
  [video('ERROR'), {}, 'The film could not be prepared: look at its upload.'],
  [video('', trailer), { hasTrailer: false }, 'The trailer is not prepared for watching: start that at its upload.'],
  [video(''), { hasFilm: false }, 'The film is not prepared for watching: start that at its upload.'],
  [video(''), {}, undefined],
  [video('', trailer), {}, undefined],
  [video('COMPLETE'), { hasFilm: false }, undefined],
])('a video that failed or was never prepared says where to go: %#', (asset, film, text) => {
  const meaning = meaningOf(entry({ assets: [asset] }, film));
  expect(meaning).toBe([text, 'Published for everybody.'].filter(Boolean).join(' '));
});

test('the film itself is followed before its trailer, and a replacement waits for staff', () => {
  const [film, short] = [video('IN PROGRESS', { mediaId: 'a' }), video('IN PROGRESS', { ...trailer, mediaId: 'b' })];
  const both = entry({ assets: [short, film] });
  expect(preparedVideo(both)?.mediaId).toBe('a');
  expect(preparedVideo(entry({ assets: [video('COMPLETE')] }))).toBeUndefined();
  expect(meaningOf(both, 10)).toMatch(/^The film is being prepared, 10%\. The trailer is being prepared\./);
  expect(meaningOf(entry({ assets: [video('COMPLETE', waits)] }))).toMatch(/A replacement waits for our staff\.$/);
});

test('what is asked for is open until it is answered; a film is published or not; what is missing is listed', () => {
  expect([openRequest(entry(asked))?.answered, openRequest(entry(answered)), openRequest(entry())]).toEqual([
    ...[false, undefined, undefined],
  ]);
  expect([visibilityOf(entry()), visibilityOf(entry({}, { published: false }))]).toEqual([
    'PUBLISHED',
    'NOT PUBLISHED',
  ]);
  const list = checklistOf(entry({ missingAssets: [AssetKind.POSTER_IMAGE], missingFields: ['unknown'] }));
  expect(list.assets).toEqual([expect.stringMatching(/^Please add a .+\.$/)]);
  expect(list.fields).toEqual(['unknown']);
});
