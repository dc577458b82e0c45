import { memorySignals } from '@marquee/runtime/signals';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { createPresence, type Presence } from './presence.ts';

const FILM = '0190a000-0000-7000-8000-000000000001';

const attend = (presence: Presence | undefined, filmId = FILM) => presence?.attend(filmId, presence.everyMsAt(filmId));

/** Processes on the same signals and clock. */
function processes(count: number) {
  const [signals, clock] = [memorySignals(), fixedClock('2026-11-20T12:00:00Z')];
  const all = Array.from({ length: count }, () => createPresence({ signals, clock }));
  const sent: Record<string, string>[] = [];
  signals.subscribe(`premiere:${FILM}`, ({ data }) => sent.push(data));
  return {
    all,
    sent,
    /** Seconds pass in all processes but those that are gone. */
    async pass(seconds: number, gone: readonly number[] = []) {
      for (let second = 0; second < seconds; second++) {
        for (const [index, presence] of all.entries()) {
          if (gone.includes(index)) continue;
          presence.tick();
          // Signals arrive in the next microtask.
          await Promise.resolve();
        }
        clock.advance(1_000);
      }
    },
  };
}

test('one process sends the sum of all, once a second, whatever their number [WAT-13:presence]', async () => {
  const { all, sent, pass } = processes(4);
  for (const [index, presence] of all.entries()) for (let n = 0; n <= index; n++) attend(presence);
  await pass(2);
  const before = sent.length;
  all[0]?.react(FILM, 'LOVE');
  all[3]?.react(FILM, 'LOVE');
  all[3]?.react(FILM, 'WOW');
  await pass(3);
  expect(sent.length - before).toBeLessThanOrEqual(3);
  expect(sent.at(-1)?.here).toBe('10');
  expect(all.map((presence) => presence.hereAt(FILM))).toEqual([10, 10, 10, 10]);
  const sum = (kind: string) => sent.reduce((total, data) => total + Number(data[kind] ?? 0), 0);
  expect([sum('LOVE'), sum('WOW')]).toEqual([2, 1]);
});

test('who makes no further call is not there any more after 15 seconds, and who does counts once', async () => {
  const { all, sent, pass } = processes(2);
  attend(all[0]);
  attend(all[1]);
  await pass(14);
  expect(all[0]?.hereAt(FILM)).toBe(2);
  await pass(1);
  attend(all[0]);
  await pass(2);
  expect(all[0]?.hereAt(FILM)).toBe(1);
  await pass(17);
  expect(sent.at(-1)?.here).toBe('0');
  await pass(5);
  const quiet = sent.length;
  await pass(60);
  expect(sent.length).toBe(quiet);
});

test('where thousands are, each is asked less often and counts for as long; more processes ask more often [WAT-13:presence]', async () => {
  const alone = processes(1);
  const enter = (presence: Presence | undefined, people: number) => {
    for (let n = 0; n < people; n += 1) presence?.attend(FILM, 60_000);
  };
  const every = ({ all }: typeof alone) => all.map((presence) => presence.everyMsAt(FILM));
  enter(alone.all[0], 750);
  expect(every(alone)).toEqual([15_000]);
  enter(alone.all[0], 751);
  expect(every(alone)).toEqual([31_000]);
  await alone.pass(59);
  expect(alone.all[0]?.hereAt(FILM)).toBe(1_501);
  await alone.pass(2);
  expect([alone.all[0]?.hereAt(FILM), ...every(alone)]).toEqual([0, 15_000]);
  enter(alone.all[0], 20_000);
  expect(every(alone)).toEqual([120_000]);

  const three = processes(3);
  for (const presence of three.all) enter(presence, 1_000);
  await three.pass(2);
  expect(every(three)).toEqual([20_000, 20_000, 20_000]);
});

test('a process that is killed counts no more, and another one sends the sum', async () => {
  const { all, sent, pass } = processes(2);
  for (const presence of all) attend(presence);
  await pass(3);
  expect(sent.at(-1)?.here).toBe('2');
  // The one that sent it, by the lowest id, is the first.
  await pass(5, [0]);
  expect(sent.at(-1)?.here).toBe('1');
});

test('a process counts for three seconds and a half after it was heard of', async () => {
  const [signals, clock] = [memorySignals(), fixedClock('2026-11-20T12:00:00Z')];
  const presence = createPresence({ signals, clock });
  const says = async (from: string, here: number) => {
    signals.publish(`premiere-part:${FILM}`, '', { from, here: String(here) });
    await Promise.resolve();
  };
  await says('one', 2);
  clock.advance(3_500);
  await says('other', 1);
  expect(presence.hereAt(FILM)).toBe(3);
  clock.advance(1);
  expect(presence.hereAt(FILM)).toBe(1);
});

test('a premiere is counted of a hundred processes, and a thousand premieres at once', async () => {
  const [signals, clock] = [memorySignals(), fixedClock('2026-11-20T12:00:00Z')];
  const presence = createPresence({ signals, clock });
  for (let process = 0; process < 101; process += 1) {
    signals.publish(`premiere-part:${FILM}`, '', { from: `${process}`, here: '1' });
  }
  await Promise.resolve();
  expect(presence.hereAt(FILM)).toBe(100);
  for (let film = 1; film < 1_000; film += 1) attend(presence, `${film}`);
  attend(presence, 'one too many');
  expect(['999', 'one too many'].map((film) => presence.hereAt(film))).toEqual([1, 0]);
});
