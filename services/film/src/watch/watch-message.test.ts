import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { DrmEncodingStatus } from '@marquee/contracts/film/v1/film_pb';
import { type HeartbeatRequest, PrimaryAction } from '@marquee/contracts/film/v1/watch_pb';
import type { FilmAccess } from './film-access.ts';
import type { FilmAccessOfViewer } from './get-film-access.ts';
import type { OpenPlayback } from './open-playback.ts';
import type { StartedPlayback } from './start-playback.ts';
import {
  accessMessage,
  addressMessage,
  filmAccessMessage,
  heartbeatInput,
  progressMessage,
  startedMessage,
} from './watch-message.ts';

const [from, until] = [new Date('2026-11-01'), new Date('2026-11-03')];
const access = { valid: true, action: 'WATCH', expireAt: until, endedAt: undefined } as FilmAccess;
const film = { filmTitle: 'A film', ownRating: null, drmEncodingStatus: 'NONE', positionMs: null, finished: null };
const unlock = {
  ...{
    createdAt: from,
    expireAt: until,
    paidAmount: 499n,
    coins: 0,
    positionMs: null,
    durationMs: null,
    finished: null,
  },
  ...{ watchSeconds: 3_600, startedAt: null },
};
const started = (changes: object) =>
  startedMessage({
    ...{ session: { id: 'session', durationMs: 9 }, film, access, adTagUrl: '', facts: { chapters: [] } },
    ...changes,
  } as unknown as StartedPlayback);

test('an address is given to who may watch alone', () => {
  expect(accessMessage(access, '/signed/')).toMatchObject({
    signedUrl: '/signed/',
    expireAt: timestampFromDate(until),
  });
  expect(accessMessage({ ...access, valid: false, endedAt: from }, '/signed/')).toMatchObject({
    ...{ signedUrl: '', endedAt: timestampFromDate(from), action: PrimaryAction.WATCH },
  });
});

test('a film that can be unlocked says for how many hours, begun ones as whole', () => {
  const shown = (hours: FilmAccessOfViewer['unlock']) =>
    filmAccessMessage({ film, access, unlock: hours } as unknown as FilmAccessOfViewer);
  expect(shown({ unlockHours: 47.5, watchHours: 24 } as never)).toMatchObject({ unlockHours: 48, watchHours: 24 });
  expect(shown(undefined)).not.toHaveProperty('unlockHours');
});

test('a playback begins with what its viewer has set and bought', () => {
  const plain = started({});
  for (const field of ['settings', 'unlocked']) expect(plain).not.toHaveProperty(field);
  expect(plain).toMatchObject({ rated: false, drmEncodingStatus: DrmEncodingStatus.UNSPECIFIED, preRollDuration: 0 });
  expect(started({ unlock, film: { ...film, ownRating: 4, drmEncodingStatus: 'COMPLETED' } })).toMatchObject({
    ...{ rated: true, drmEncodingStatus: DrmEncodingStatus.COMPLETED },
    unlocked: { paidAmount: 499n, waitsForStart: true, positionMs: 0, finished: false },
  });
  expect(started({ unlock: { ...unlock, startedAt: from } }).unlocked?.waitsForStart).toBe(false);
  expect(started({ unlock: { ...unlock, watchSeconds: null } }).unlocked?.waitsForStart).toBe(false);
});

test('an address comes with what is known of its video, and what was kept of the start', () => {
  const url = {
    baseUrl: '/signed/',
    hlsManifest: 'h',
    dashManifest: 'd',
    trickplay: '',
    durationMs: 0,
    textTracks: [],
  };
  const open = (changes: object) => ({ access, url: { ...url, ...changes } }) as unknown as OpenPlayback;
  const plain = addressMessage(open({}), {});
  for (const field of ['durationMs', 'unlocked']) expect(plain).not.toHaveProperty(field);
  expect([plain.trickplayUrl, plain.access?.action]).toEqual(['', PrimaryAction.WATCH]);
  const kept = { access: { action: PrimaryAction.RESUME }, unlocked: { paidAmount: 499n } };
  expect(addressMessage(open({ trickplay: 'thumbnails.vtt', durationMs: 90 }), kept)).toMatchObject({
    ...{ trickplayUrl: '/signed/thumbnails.vtt', durationMs: 90, access: { action: PrimaryAction.RESUME } },
    unlocked: { paidAmount: 499n, signedUrl: '/signed/' },
  });
});

test('a film that was never watched has no time of progress', () => {
  expect(progressMessage(film as never)).toMatchObject({ positionMs: 0, finished: false, updatedAt: undefined });
  const watched = { ...film, positionMs: 5, finished: true, progressAt: from };
  expect(progressMessage(watched as never)).toMatchObject({ finished: true, updatedAt: timestampFromDate(from) });
});

test('ten errors of a heartbeat are looked at, and unknown ones are others', () => {
  const errorsOf = (errors: number[] | undefined) => {
    const quality = errors && { rebufferedMs: 0, errors };
    return heartbeatInput({ quality } as unknown as HeartbeatRequest, { client: {} } as never).quality?.errors;
  };
  expect(errorsOf([1, 99])).toEqual(['network', 'other']);
  expect(errorsOf(Array(11).fill(1))).toHaveLength(10);
  expect(heartbeatInput({} as HeartbeatRequest, { client: {} } as never)).not.toHaveProperty('quality');
});
