import { type AccountViewer, visitor } from '@marquee/runtime/viewer';
import type { FilmAndUnlock } from './access.ts';
import { accessOf } from './film-access.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const HERE = { now: NOW, place: undefined };
const at = (ms: number) => new Date(NOW.getTime() + ms);
const viewer = { kind: 'account', accountId: 'viewer', roles: [] } as unknown as AccountViewer;
const creator = { ...viewer, accountId: 'creator' };
const staff: AccountViewer = { ...viewer, roles: ['SUPER_USER'] };

const film = (changes: Partial<FilmAndUnlock> = {}) =>
  ({
    ...{ createdBy: 'creator', published: true, isApproved: true, website: true, releaseType: 'WATCH_NOW' },
    ...{
      isFree: true,
      usdCost: 0n,
      screeningStartTime: null,
      premiereStoppedAt: null,
      filmMediaId: 'm',
      filmReady: true,
      trailerReady: true,
    },
    ...{ filmTranscodeStatus: 'COMPLETE', rightsStart: null, rightsEnd: null, rightsWatch: null, screenerUntil: null },
    ...{ availableFrom: null, availableUntil: null, startWindowHours: 0, watchWindowHours: 0 },
    ...{ allowedLocations: [], blockedLocations: [] },
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
  expect(accessOf(viewer, film(changes), HERE)).toMatchObject({ valid, preview: false });
  // Its creator and staff may in any case, and see that it is a preview where it is one [WAT-16].
  for (const editor of [creator, staff])
    expect(accessOf(editor, film(changes), HERE)).toMatchObject({ valid: true, preview: !valid });
});

test.each([
  ['now', NOW, true],
  ['in a moment', at(1), false],
  ['at no known time', null, true],
])(
  'a screening that starts %s can be watched with its unlock, or not [WAT-01:access]',
  (_, screeningStartTime, valid) => {
    const access = accessOf(viewer, screening({ ...unlocked, screeningStartTime }), HERE);
    expect(access.valid).toBe(valid);
    if (!valid) expect(access).toMatchObject({ reason: 'SCREENING_NOT_STARTED', action: 'TRAILER' });
    // The time is that of a screening: another film has none to wait for.
    expect(accessOf(viewer, film({ ...unlocked, screeningStartTime }), HERE).valid).toBe(true);
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
  expect(accessOf(viewer, row, HERE)).toMatchObject({ valid: false, reason });
});

test('who is not signed in is asked to, and what cannot be watched offers its trailer where it has one', () => {
  expect(accessOf(visitor, film(), HERE)).toMatchObject({ action: 'SIGN_IN', reason: 'SIGN_IN_NEEDED' });
  const service = { kind: 'service', service: 'media' } as const;
  expect(accessOf(service, film({ published: false }), HERE)).toMatchObject({ action: 'NONE', valid: false });
  for (const nothing of [{ releaseType: 'TRAILER' }, { filmMediaId: null }, { filmReady: false }]) {
    expect(accessOf(viewer, film(nothing), HERE).action).toBe('TRAILER');
    expect(accessOf(viewer, film({ ...nothing, trailerReady: false }), HERE).action).toBe('NONE');
  }
  const later = screening({ screeningStartTime: at(1), trailerReady: false });
  expect(accessOf(viewer, later, HERE).action).toBe('NONE');
});

test('a film that was begun is resumed, with the end of its unlock [WAT-10]', () => {
  const at301s = { positionMs: 301_000, finished: false };
  expect(accessOf(viewer, film(unlocked), HERE, at301s)).toMatchObject({ action: 'RESUME', expireAt: at(1) });
  expect(accessOf(viewer, film(unlocked), HERE)).toMatchObject({ action: 'WATCH' });
  expect(accessOf(viewer, film(unlocked), HERE, { positionMs: 300_000, finished: false }).action).toBe('WATCH');
  expect(accessOf(viewer, film(unlocked), HERE, { positionMs: 301_000, finished: true }).action).toBe('WATCH');
  expect(accessOf(creator, film(), HERE, at301s)).toMatchObject({ action: 'RESUME', expireAt: undefined });
});

describe('a film that is limited to places [WAT-03]', () => {
  const limited = film({ ...unlocked, allowedLocations: [{ country: 'PT', region: '', city: '' }] });
  const inCountry = (country: string) => ({ now: NOW, place: { country } });
  const message = 'This film is unavailable in your region.';

  test('is watched there, and nowhere else, nor where the place is not known', () => {
    expect(accessOf(viewer, limited, inCountry('PT'))).toMatchObject({ valid: true });
    for (const elsewhere of [inCountry('ES'), HERE]) {
      const refused = { valid: false, action: 'TRAILER', reason: 'REGION_UNAVAILABLE', message };
      expect(accessOf(viewer, limited, elsewhere)).toMatchObject(refused);
      expect(accessOf(viewer, { ...limited, trailerReady: false }, elsewhere)).toMatchObject({ action: 'NONE' });
    }
  });

  test('says so before it can be bought, and is not watched where it is blocked', () => {
    const priced = film({ isFree: false, usdCost: 499n, blockedLocations: [{ country: 'ES', region: '', city: '' }] });
    expect(accessOf(viewer, priced, inCountry('ES'))).toMatchObject({ reason: 'REGION_UNAVAILABLE' });
    expect(accessOf(viewer, priced, inCountry('PT'))).toMatchObject({ reason: 'UNLOCK_REQUIRED' });
  });

  test('is previewed everywhere by its creator and staff, who see that it is a preview [WAT-16]', () => {
    for (const editor of [creator, staff]) {
      expect(accessOf(editor, limited, inCountry('ES'))).toMatchObject({ valid: true, preview: true });
    }
  });
});
