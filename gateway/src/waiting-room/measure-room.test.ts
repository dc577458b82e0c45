import { RoomState } from '@marquee/contracts/realtime/v1/waiting_room_pb';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { recordedValues } from '../testing/recorded-values.ts';
import { measureRooms } from './measure-room.ts';

const values = recordedValues();
const wrongS = () => values.recorded('marquee_waiting_room_estimate_error_seconds');
const peopleIn = (state: string) => values.read('marquee_waiting_room_people', { state });
const load = (waiting: number) => ({
  waiting,
  inside: 2 * waiting,
  admittedLastMinute: 3 * waiting,
  restoringUntil: undefined,
});

function rooms() {
  const clock = fixedClock('2026-11-05T12:00:00Z');
  const measures = measureRooms(clock);
  const answered = (accountId: string, state: RoomState, estimateS?: number) =>
    measures.answered({ eventId: 'e1', accountId }, state, clock.now(), estimateS);
  return { clock, measures, answered };
}

test('an estimate is compared once, as it was first given, with when somebody was admitted', () => {
  const { clock, answered } = rooms();
  const before = wrongS().length;
  answered('a1', RoomState.WAITING, 60);
  clock.advance(20_000);
  answered('a1', RoomState.WAITING, 10);
  expect(wrongS()).toHaveLength(before);
  clock.advance(5_000);
  answered('a1', RoomState.ADMITTED);
  expect(wrongS().slice(before)).toEqual([35]);
  answered('a1', RoomState.ADMITTED);
  // Somebody who never waited has none.
  answered('a2', RoomState.ADMITTED);
  expect(wrongS()).toHaveLength(before + 1);
});

test('the estimates of 50,000 people are kept, the oldest are forgotten first', () => {
  const { answered } = rooms();
  const before = wrongS().length;
  for (let n = 0; n <= 50_000; n += 1) answered(`a${n}`, RoomState.WAITING, 60);
  answered('a0', RoomState.ADMITTED);
  expect(wrongS()).toHaveLength(before);
  answered('a1', RoomState.ADMITTED);
  expect(wrongS()).toHaveLength(before + 1);
});

test('people of all rooms are summed; a room that nobody asked about for 30 seconds is not counted', async () => {
  const { clock, measures } = rooms();
  measures.load('e1', load(4), clock.now());
  clock.advance(20_000);
  measures.load('e2', load(1), clock.now());
  clock.advance(10_000);
  expect([await peopleIn('waiting'), await peopleIn('admitted')]).toEqual([5, 10]);
  expect(await values.read('marquee_waiting_room_admitted_last_minute', {})).toBe(15);
  clock.advance(1);
  expect([await peopleIn('waiting'), await peopleIn('admitted')]).toEqual([1, 2]);
  clock.advance(20_000);
  expect(await peopleIn('waiting')).toBe(0);
});

test('at most 1,000 rooms are counted, the last that were asked about', async () => {
  const { clock, measures } = rooms();
  for (let n = 0; n <= 1_000; n += 1) measures.load(`e${n}`, load(n === 0 ? 500 : 1), clock.now());
  expect(await peopleIn('waiting')).toBe(1_000);
});
