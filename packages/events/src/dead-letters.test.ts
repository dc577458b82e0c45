import { newId } from '@marquee/data/ids';
import { type TestDatabase, testDatabase } from '@marquee/testing/test-database';
import type { BusMessage } from './bus.ts';
import * as deadLetters from './dead-letters.ts';
import { NotAnEventError } from './foreign-messages.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const after = (ms: number) => new Date(NOW.getTime() + ms);

let db: TestDatabase;
beforeEach(async () => {
  db = await testDatabase('events');
});

const event = (key: string, type = 'events.v1.FilmRated'): BusMessage => ({
  ...{ topic: 'film', key, id: newId(), type, body: new Uint8Array([1]) },
});
const park = (key: string, failure: Parameters<typeof deadLetters.park>[3], type?: string) =>
  db.transaction((tx) => deadLetters.park(tx, 'g', event(key, type), failure));
const first = (key: string) => db.transaction((tx) => deadLetters.first(tx, 'g', key));

test('a failed event is retried after 5 s, 30 s, 2 min, 10 min and 1 h, then waits for a person', async () => {
  await park('heat', { attempts: 1, error: new Error('no'), now: NOW });
  expect((await first('heat'))?.dueAt).toEqual(after(5_000));
  const pauses: (number | undefined)[] = [];
  for (let failures = 0; failures < 5; failures += 1) {
    const letter = await first('heat');
    if (!letter) throw new Error('The letter is gone.');
    const due = await deadLetters.failAgain(db, letter, new Error(`no ${failures}`), NOW);
    pauses.push(due ? due.getTime() - NOW.getTime() : undefined);
  }
  expect(pauses).toEqual([30_000, 120_000, 600_000, 3_600_000, undefined]);
  expect(await first('heat')).toMatchObject({ attempts: 6, dueAt: null, error: expect.stringContaining('no 4') });
  // A replay gives it another round.
  await deadLetters.requeue(db, { consumer: 'g', now: NOW });
  expect(await first('heat')).toMatchObject({ attempts: 0, dueAt: NOW });
});

test('one that cannot be read is not retried, and one without a type keeps its first reason', async () => {
  await park('odd', { attempts: 1, error: 'why it is odd' }, '');
  const letter = await first('odd');
  if (!letter) throw new Error('The letter is gone.');
  expect(letter).toMatchObject({ dueAt: null, error: 'why it is odd' });
  const unreadable = new NotAnEventError(event('odd'), 'no envelope');
  expect(await deadLetters.failAgain(db, letter, unreadable, NOW)).toBeNull();
  expect(await first('odd')).toMatchObject({ attempts: 2, error: 'why it is odd' });
});

test('an endless reason is cut, and 50 keys are looked at in a round, the one that has waited longest first', async () => {
  await park('long', { attempts: 1, error: 'x'.repeat(5_000), now: after(-1) });
  expect((await first('long'))?.error).toHaveLength(4_000);
  for (let n = 0; n < 50; n += 1) await park(`key ${n}`, { attempts: 1, error: 'no', now: NOW });
  await park('behind', { attempts: 0 });
  const due = await deadLetters.dueKeys(db, 'g', after(5_000));
  expect(due).toHaveLength(50);
  expect(due[0]).toBe('long');
  expect(await deadLetters.dueKeys(db, 'g', after(4_999))).toEqual(['long']);
  expect(await deadLetters.dueKeys(db, 'other', after(5_000))).toEqual([]);
});

test('removing the first of a key makes the next one due, of that key and consumer alone', async () => {
  await park('heat', { attempts: 1, error: 'no', now: NOW });
  await park('heat', { attempts: 0 });
  await park('alien', { attempts: 0 });
  const letter = await first('heat');
  if (!letter) throw new Error('The letter is gone.');
  await db.transaction((tx) => deadLetters.remove(tx, 'g', letter, NOW));
  expect(await first('heat')).toMatchObject({ attempts: 0, dueAt: NOW });
  expect(await first('alien')).toMatchObject({ dueAt: null });
  expect([await deadLetters.count(db, 'g'), await deadLetters.count(db, 'g', 'heat')]).toEqual([2, 1]);
});
