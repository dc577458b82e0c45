import { randomFrom } from '@marquee/ledger/testing/random-operations';
import { availabilityAt, endFromStart, unlockTerms } from '@marquee/rules/windows';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { FilmAndUnlock } from './access.ts';
import { accessOf } from './film-access.ts';

const SEED = 15_014;
const RUNS = 2_000;
const HOUR_MS = 3_600_000;
const FIRST = Date.parse('2026-11-22T12:00:00Z');
const viewer = { kind: 'account', accountId: 'viewer', roles: [] } as unknown as AccountViewer;
const editors: AccountViewer[] = [
  { ...viewer, accountId: 'creator' },
  { ...viewer, roles: ['SUPER_USER'] },
];
const WHOLE = {
  ...{ createdBy: 'creator', published: true, isApproved: true, website: true, releaseType: 'WATCH_NOW' },
  ...{ isFree: false, usdCost: 499n, screeningStartTime: null, premiereStoppedAt: null, filmMediaId: 'm' },
  ...{ filmReady: true, trailerReady: true, filmTranscodeStatus: 'COMPLETE', screenerUntil: null },
  ...{ rightsStart: null, rightsEnd: null, rightsWatch: null, allowedLocations: [], blockedLocations: [] },
  ...{ availableFrom: null, availableUntil: null, startWindowHours: 0, watchWindowHours: 0 },
};
const film = (changes: Partial<FilmAndUnlock>) => ({ ...WHOLE, ...changes }) as FilmAndUnlock;
const at = (ms: number) => new Date(ms);
const accessAt = (row: FilmAndUnlock, ms: number, more = {}) =>
  accessOf(viewer, row, { now: at(ms), place: undefined, ...more });

/** Random whole numbers, the same in each run. */
function numbers(seed = SEED) {
  const random = randomFrom(seed);
  return (min: number, max: number) => min + Math.floor(random() * (max - min + 1));
}

describe('at every boundary, a millisecond before, at it and after it [WAT-15:windows]', () => {
  test('a film can be had from its first moment, which counts, to its last one, which does not', () => {
    const draw = numbers();
    for (let run = 0; run < RUNS; run += 1) {
      const from = FIRST + draw(0, 10 ** 9);
      const until = from + draw(2, 10 ** 9);
      const limited = film({ availableFrom: at(from), availableUntil: at(until) });
      const reasons = [from - 1, from, from + 1, until - 1, until, until + 1].map((ms) => accessAt(limited, ms).reason);
      expect([run, reasons]).toEqual([
        run,
        ['NOT_AVAILABLE_YET', 'UNLOCK_REQUIRED', 'UNLOCK_REQUIRED', 'UNLOCK_REQUIRED', ...GONE],
      ]);
      // A screening is had when it is shown, whatever its dates say.
      const screening = film({ ...limited, releaseType: 'SCREENING', isFree: true });
      expect(accessAt(screening, until + 1).reason).toBe('UNLOCK_REQUIRED');
      // What somebody has unlocked stays theirs to its own end, and editors see past the window.
      const unlocked = film({ ...limited, rightsStart: [null], rightsEnd: [at(until + 5)], rightsWatch: [null] });
      expect([until + 4, until + 5].map((ms) => accessAt(unlocked, ms).valid)).toEqual([true, false]);
      for (const editor of editors) {
        for (const ms of [from - 1, until + 5]) {
          const access = accessOf(editor, unlocked, { now: at(ms), place: undefined });
          expect(access).toMatchObject({ valid: true, preview: ms > until });
        }
      }
    }
  });

  test('an unlock can be started until its start window ends, and watched until its watch window ends', () => {
    const draw = numbers();
    for (let run = 0; run < RUNS; run += 1) {
      const [windows, siteHours] = [{ startWindowHours: draw(0, 72), watchWindowHours: draw(0, 72) }, draw(1, 96)];
      const terms = unlockTerms(windows, siteHours, at(FIRST));
      const startMs = (windows.startWindowHours || siteHours) * HOUR_MS;
      expect(terms.expireAt.getTime()).toBe(FIRST + startMs);
      const hasWindows = windows.startWindowHours + windows.watchWindowHours > 0;
      const watchMs = hasWindows ? (windows.watchWindowHours || siteHours) * HOUR_MS : 0;
      expect(terms.watchSeconds).toBe(watchMs > 0 ? watchMs / 1_000 : null);

      const waiting = film({ rightsStart: [null], rightsEnd: [terms.expireAt], rightsWatch: [terms.watchSeconds] });
      const end = FIRST + startMs;
      expect([FIRST, end - 1, end, end + 1].map((ms) => accessAt(waiting, ms).valid)).toEqual([
        true,
        true,
        false,
        false,
      ]);
      expect(accessAt(waiting, end - 1)).toMatchObject({ watchSeconds: watchMs / 1_000, expireAt: terms.expireAt });
      expect(accessAt(waiting, end + 1)).toMatchObject({ reason: 'UNLOCK_REQUIRED', endedAt: terms.expireAt });
      if (terms.watchSeconds === null) continue;

      // What plays needs time that runs: waiting time is started, and prolongs nothing by itself.
      expect(accessAt(waiting, FIRST, { isPlaying: true })).toMatchObject({
        ...{ valid: false, reason: 'WATCH_WINDOW_ENDED', action: 'WATCH' },
      });
      const startedAt = FIRST + draw(0, startMs - 1);
      const endsAt = endFromStart(terms.watchSeconds, at(startedAt));
      const running = film({ rightsStart: [null], rightsEnd: [endsAt], rightsWatch: [null] });
      const last = startedAt + watchMs;
      for (const isPlaying of [true, false]) {
        const valid = [startedAt, last - 1, last, last + 1].map((ms) => accessAt(running, ms, { isPlaying }).valid);
        expect([run, valid]).toEqual([run, [true, true, false, false]]);
      }
    }
  });
});

test('time that runs is used before time that waits, and of what waits the first', () => {
  const rights = film({
    rightsStart: [null, null, null],
    rightsEnd: [at(FIRST + 50), at(FIRST + 10), at(FIRST + 90)],
    rightsWatch: [60, null, 120],
  });
  expect(accessAt(rights, FIRST)).toMatchObject({ expireAt: at(FIRST + 10), watchSeconds: 0 });
  expect(accessAt(rights, FIRST + 10)).toMatchObject({ expireAt: at(FIRST + 50), watchSeconds: 60 });
  expect(accessAt(rights, FIRST + 50)).toMatchObject({ expireAt: at(FIRST + 90), watchSeconds: 120 });
  expect(accessAt(rights, FIRST + 90)).toMatchObject({ valid: false, endedAt: at(FIRST + 90) });
});

test('the dates of a film without limits say nothing', () => {
  expect(availabilityAt(film({}), at(FIRST))).toBe('OPEN');
});

const GONE = ['NO_LONGER_AVAILABLE', 'NO_LONGER_AVAILABLE'];
