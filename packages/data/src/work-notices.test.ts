// @inputs packages/data
import { eventually } from '@marquee/testing/eventually';
import { add, db, errands, NEVER_MS, NOW, start } from './testing/errands.ts';
import { announceWork } from './work-notices.ts';

test('announced work is taken without waiting for the next poll, and all loops of a pool listen on one connection', async () => {
  const done: string[] = [];
  const loops = ['errands', 'others'].map((name) =>
    start({
      name,
      // The others have nothing to do.
      table: name === 'errands' ? errands : { ...errands, claim: async () => undefined },
      pollMs: NEVER_MS,
      run: async () => {
        done.push(name);
      },
    }),
  );
  const listening = () =>
    db.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query IN ('LISTEN work', 'SELECT 1')",
    );
  const [listener] = await eventually(async () => {
    const found = await listening();
    expect(found).toHaveLength(1);
    return found;
  });
  const announce = (id: string) =>
    db.transaction(async (tx) => {
      await tx.query('INSERT INTO errands (id, due_at) VALUES ($1, $2)', [id, NOW]);
      await announceWork(tx, 'errands');
    });
  await announce('one');
  await eventually(() => expect(done).toEqual(['errands']));

  // What is announced while nobody listens is found when somebody listens again.
  await db.query('SELECT pg_terminate_backend($1)', [listener?.pid]);
  await announce('two');
  await eventually(() => expect(done).toHaveLength(2));
  await Promise.all(loops.map(({ close }) => close()));
  await eventually(async () => expect(await listening()).toEqual([]));
});

test('work that was announced while nobody listened is taken once somebody does', async () => {
  const done: string[] = [];
  const loop = start({
    pollMs: NEVER_MS,
    run: async (errand) => {
      done.push(errand.id);
    },
  });
  const [listener] = await eventually(async () => {
    const found = await db.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN work'",
    );
    expect(found).toHaveLength(1);
    return found;
  });
  await db.query('SELECT pg_terminate_backend($1)', [listener?.pid]);
  await add('unheard');
  await eventually(() => expect(done).toEqual(['unheard']));
  await loop.close();
});
