import type { Database } from '@marquee/data/database';
import { memorySignals } from '@marquee/runtime/signals';
import { fixedClock } from '@marquee/testing/fixed-clock';
import type { EndedAddress } from './ended-addresses.ts';
import { playbackSessions } from './playback-sessions.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

function setUp() {
  const [clock, signals] = [fixedClock('2026-11-20T12:00:00Z'), memorySignals()];
  const rows: EndedAddress[] = [];
  const query = async ({ name }: { name?: string }) => (name === 'ended-addresses.latest' ? rows : []);
  const sessions = playbackSessions({ clock, signals, db: { query } as unknown as Database });
  const inMs = (ms: number) => new Date(clock.now().getTime() + ms);
  const signal = (addressId: string) => signals.publish(`playback-ended:${addressId}`, 1);
  return { clock, sessions, inMs, signal, rows };
}

test('an address that ended is known until it expires, of which a signal says less than an event or a load [WAT-14:address]', async () => {
  const { clock, sessions, inMs, signal, rows } = setUp();
  const ended = () => ['signalled', 'native', 'loaded'].map((id) => sessions.hasAddressEnded(id));
  expect(ended()).toEqual([false, false, false]);
  for (const id of ['signalled', 'loaded']) signal(id);
  sessions.endAddress('native', inMs(16 * HOUR_MS));
  signal('native');
  rows.push({ addressId: 'loaded', expiresAt: inMs(HOUR_MS) });
  await sessions.load();
  rows.length = 0;
  clock.advance(10 * MINUTE_MS);
  expect(ended()).toEqual([true, true, true]);
  clock.advance(1);
  expect(ended()).toEqual([false, true, true]);
  clock.advance(50 * MINUTE_MS);
  expect(ended()).toEqual([false, true, false]);
  clock.advance(15 * HOUR_MS);
  expect(ended()).toEqual([false, false, false]);
});

test('many addresses that expire soon leave room for one that would play for long [WAT-14:address]', async () => {
  const { clock, sessions, inMs } = setUp();
  sessions.endAddress('native', inMs(16 * HOUR_MS));
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 90_000; n += 1) sessions.endAddress(`${round}_${n}`, inMs(10 * MINUTE_MS));
    clock.advance(11 * MINUTE_MS);
    await sessions.load();
  }
  expect(sessions.hasAddressEnded('native')).toBe(true);
});
