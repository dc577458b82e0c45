import { type AccountViewer, visitor } from '@marquee/runtime/viewer';
import type { FilmAndUnlock } from './access.ts';
import { accessOf } from './film-access.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const at = (ms: number) => new Date(NOW.getTime() + ms);
const viewer = { kind: 'account', accountId: 'viewer', roles: [] } as unknown as AccountViewer;
const creator = { ...viewer, accountId: 'creator' };
const staff: AccountViewer = { ...viewer, roles: ['SUPER_USER'] };

const film = (changes: Partial<FilmAndUnlock> = {}) =>
  ({
    ...{ createdBy: 'creator', published: true, isApproved: true, website: true, releaseType: 'WATCH_NOW' },
    ...{ isFree: true, usdCost: 0n, screeningStartTime: null, filmMediaId: 'm', filmReady: true, trailerReady: true },
    ...{ filmTranscodeStatus: 'COMPLETE', rightsStart: null, rightsEnd: null },
    ...changes,
  }) as FilmAndUnlock;
const screening = (changes: Partial<FilmAndUnlock> = {}) => film({ releaseType: 'SCREENING', ...changes });
const unlocked = { rightsStart: [null], rightsEnd: [at(1)] };

test.each([
  ['an unlock that lasts', unlocked, true],
  ['an unlock that ends now', { rightsStart: [null], rightsEnd: [NOW] }, false],
  ['a ticket that begins now', { rightsStart: [NOW], rightsEnd: [at(1)] }, true],
  ['a ticket that begins in a moment', { rightsStart: [at(1)], rightsEnd: [at(2)] }, false],
  ['an unlock beside a ticket that begins later', { rightsStart: [at(1), null], rightsEnd: [at(2), at(1)] }, true],
  ['an unlock that ended beside a plan that lasts', { rightsStart: [null, null], rightsEnd: [at(-1), at(1)] }, true],
  ['no unlock', {}, false],
  ['an unlock of a film that was unpublished', { ...unlocked, published: false }, false],
  ['an unlock of a film that lost its approval', { ...unlocked, isApproved: false }, false],
  ['an unlock of a film that left the website', { ...unlocked, website: false }, false],
])('with %s a viewer may watch, or not [WAT-01:access]', (_, changes, valid) => {
  expect(accessOf(viewer, film(changes), NOW)).toMatchObject({ valid, preview: false });
  // Its creator and staff may in any case, and see that it is a preview where it is one [WAT-16].
  for (const editor of [creator, staff])
    expect(accessOf(editor, film(changes), NOW)).toMatchObject({ valid: true, preview: !valid });
});

test.each([
  ['now', NOW, true],
  ['in a moment', at(1), false],
  ['at no known time', null, true],
])(
  'a screening that starts %s can be watched with its unlock, or not [WAT-01:access]',
  (_, screeningStartTime, valid) => {
    const access = accessOf(viewer, screening({ ...unlocked, screeningStartTime }), NOW);
    expect(access.valid).toBe(valid);
    if (!valid) expect(access).toMatchObject({ reason: 'SCREENING_NOT_STARTED', action: 'TRAILER' });
    // The time is that of a screening: another film has none to wait for.
    expect(accessOf(viewer, film({ ...unlocked, screeningStartTime }), NOW).valid).toBe(true);
  },
);

test.each([
  ['a screening with a price', screening({ isFree: false, usdCost: 499n }), 'TICKET_REQUIRED'],
  ['a free screening', screening({ usdCost: 499n }), 'UNLOCK_REQUIRED'],
  ['a screening without a price yet', screening({ isFree: false }), 'UNLOCK_REQUIRED'],
  ['a film with a price', film({ isFree: false, usdCost: 499n }), 'UNLOCK_REQUIRED'],
  ['a film that nobody finds', film({ website: false }), 'FILM_NOT_AVAILABLE'],
  ['a trailer', film({ releaseType: 'TRAILER' }), 'NOTHING_TO_WATCH'],
  ['a film without a video', film({ filmMediaId: null }), 'FILM_MISSING'],
  [
    'a video that is being transcoded',
    film({ filmReady: false, filmTranscodeStatus: 'IN_PROGRESS' }),
    'FILM_PROCESSING',
  ],
  ['a video that failed', film({ filmReady: false, filmTranscodeStatus: 'ERROR' }), 'FILM_FAILED'],
  ['a video nobody transcodes', film({ filmReady: false, filmTranscodeStatus: '' }), 'FILM_NOT_TRANSCODED'],
])('%s says what it lacks [WAT-01:access]', (_, row, reason) => {
  expect(accessOf(viewer, row, NOW)).toMatchObject({ valid: false, reason });
});

test('who is not signed in is asked to, and what cannot be watched offers its trailer where it has one', () => {
  expect(accessOf(visitor, film(), NOW)).toMatchObject({ action: 'SIGN_IN', reason: 'SIGN_IN_NEEDED' });
  const service = { kind: 'service', service: 'media' } as const;
  expect(accessOf(service, film({ published: false }), NOW)).toMatchObject({ action: 'NONE', valid: false });
  for (const nothing of [{ releaseType: 'TRAILER' }, { filmMediaId: null }, { filmReady: false }]) {
    expect(accessOf(viewer, film(nothing), NOW).action).toBe('TRAILER');
    expect(accessOf(viewer, film({ ...nothing, trailerReady: false }), NOW).action).toBe('NONE');
  }
  const later = screening({ screeningStartTime: at(1), trailerReady: false });
  expect(accessOf(viewer, later, NOW).action).toBe('NONE');
});

test('a film that was begun is resumed, with the end of its unlock [WAT-10]', () => {
  const at301s = { positionMs: 301_000, finished: false };
  expect(accessOf(viewer, film(unlocked), NOW, at301s)).toMatchObject({ action: 'RESUME', expireAt: at(1) });
  expect(accessOf(viewer, film(unlocked), NOW)).toMatchObject({ action: 'WATCH' });
  expect(accessOf(viewer, film(unlocked), NOW, { positionMs: 300_000, finished: false }).action).toBe('WATCH');
  expect(accessOf(viewer, film(unlocked), NOW, { positionMs: 301_000, finished: true }).action).toBe('WATCH');
  expect(accessOf(creator, film(), NOW, at301s)).toMatchObject({ action: 'RESUME', expireAt: undefined });
});
