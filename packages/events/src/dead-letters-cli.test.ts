import { newId } from '@marquee/data/ids';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { testDatabase } from '@marquee/testing/test-database';
import { park } from './dead-letters.ts';
import { readDeadLettersCommand, runDeadLettersCommand } from './dead-letters-cli.ts';

const clock = fixedClock('2026-11-20T12:00:00Z');

test('parses commands and refuses anything else', () => {
  expect(readDeadLettersCommand(['list'])).toEqual({ verb: 'list' });
  expect(readDeadLettersCommand(['replay', '--service', 'film', '--key', 'heat'])).toEqual({
    verb: 'replay',
    service: 'film',
    key: 'heat',
  });
  for (const words of [[], ['drop'], ['list', 'film'], ['list', '--all']]) {
    expect(readDeadLettersCommand(words)).toBeUndefined();
  }
});

test('dead letters are listed by key, and those of one key are made due', async () => {
  const db = await testDatabase('events');
  const letter = (key: string) => ({
    id: newId(),
    topic: 'film',
    key,
    type: 'events.v1.FilmRated',
    body: Buffer.of(1),
  });
  await db.transaction(async (tx) => {
    await park(tx, 'ratings', letter('heat'), { attempts: 6, error: new Error('refused'), now: clock.now() });
    await park(tx, 'ratings', letter('heat'), { attempts: 0 });
    await park(tx, 'ratings', letter('alien'), { attempts: 1, error: new Error('refused'), now: clock.now() });
  });
  await expect(runDeadLettersCommand(db, { verb: 'list' }, clock)).resolves.toEqual([
    'ratings alien: 1 waiting, first events.v1.FilmRated, tried 1x, next try at 2026-11-20T12:00:05.000Z: Error: refused',
    'ratings heat: 2 waiting, first events.v1.FilmRated, tried 6x, waits for a replay: Error: refused',
  ]);
  await expect(runDeadLettersCommand(db, { verb: 'replay', key: 'heat' }, clock)).resolves.toEqual([
    'ratings heat: 2 of its events are tried again now',
  ]);
  const due = await db.query('SELECT key, attempts, due_at FROM dead_letters WHERE due_at = $1', [clock.now()]);
  expect(due).toEqual([{ key: 'heat', attempts: 0, dueAt: clock.now() }]);
});
