import { newId } from '@marquee/data/ids';
import { testDatabase } from '@marquee/testing/test-database';
import { invariants } from './invariants.ts';

test('a message that waits breaks an invariant, and so does one that came twice', async () => {
  const db = await testDatabase('notification');
  const violations = async () => (await Promise.all(invariants.invariants.map(({ check }) => check(db.query)))).flat();
  await db.query(
    `INSERT INTO deliveries (id, kind, subject_id, created_at, due_at)
     VALUES ($1, 'CHALLENGE', 'a-challenge', now(), now())`,
    [newId()],
  );
  expect(await violations()).toEqual(['CHALLENGE a-challenge is not sent']);
  await db.query("UPDATE deliveries SET state = 'SENT', due_at = NULL");

  const arrives = (link: string) =>
    db.query(
      `INSERT INTO dev_inbox_messages (id, channel, address, subject, text, html, links, code, sent_at)
       VALUES ($1, 'EMAIL', 'mara@example.com', 'Sign in', '', '', ARRAY[$2], '', now())`,
      [newId(), link],
    );
  await arrives('first');
  await arrives('second');
  expect(await violations()).toEqual([]);
  await arrives('second');
  expect(await violations()).toEqual(['the same message to mara@example.com was sent 2 times']);
});
