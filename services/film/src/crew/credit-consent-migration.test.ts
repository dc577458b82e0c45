import { newId } from '@marquee/data/ids';
import { databaseBefore } from '@marquee/testing/test-database';

test('a credit that was linked before people were asked shows nobody, and asks; one that was claimed stays [FLM-05:consent]', async () => {
  const db = await databaseBefore('film', '0006');
  const [filmId, maker, named, claimant, declined] = [newId(), newId(), newId(), newId(), newId()];
  await db.query(
    `INSERT INTO films (id, film_title, project_type, created_by, created_at, updated_by, updated_at)
     VALUES ($1, 'Low Tide', 'SHORT', $2, now(), $2, now())`,
    [filmId, maker],
  );
  const credit = async (personId: string | null, state?: string) => {
    const id = newId();
    await db.query(
      `INSERT INTO crew (id, film_id, credit, first_name, last_name, person_id, created_at)
       VALUES ($1, $2, 'Cast', 'A', 'B', $3, now())`,
      [id, filmId, personId],
    );
    if (!state) return id;
    await db.query(
      `INSERT INTO credit_claims (id, film_id, crew_id, account_id, state, created_at) VALUES ($1, $2, $3, $4, $5, now())`,
      [newId(), filmId, id, personId ?? declined, state],
    );
    return id;
  };
  const credits = [
    await credit(null),
    await credit(named),
    await credit(claimant, 'ACCEPTED'),
    await credit(maker),
    await credit(null, 'DECLINED'),
  ];

  await db.migrate();
  const rows = await db.query(
    `SELECT c.person_id, l.account_id, l.state, l.maker_agrees
     FROM crew c LEFT JOIN credit_claims l ON l.crew_id = c.id ORDER BY array_position($1::uuid[], c.id)`,
    [credits],
  );
  expect(rows).toEqual([
    { personId: null, accountId: null, state: null, makerAgrees: null },
    { personId: null, accountId: named, state: 'OPEN', makerAgrees: true },
    { personId: claimant, accountId: claimant, state: 'ACCEPTED', makerAgrees: true },
    { personId: maker, accountId: maker, state: 'ACCEPTED', makerAgrees: true },
    { personId: null, accountId: declined, state: 'DECLINED', makerAgrees: false },
  ]);
});
