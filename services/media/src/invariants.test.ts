import { newId } from '@marquee/data/ids';
import { testDatabase } from '@marquee/testing/test-database';
import { fileOnRecord, invariants, isTranscoding } from './invariants.ts';

test('files and transcodes that wait break an invariant until they come to an end', async () => {
  const db = await testDatabase('media');
  const violations = async () => (await Promise.all(invariants.invariants.map(({ check }) => check(db.query)))).flat();
  const [file, transcode] = [newId(), newId()];
  await db.query(
    `INSERT INTO assets (id, owner_id, kind, slot, file_name, size_bytes, state)
     VALUES ($1, $1, 'VIDEO', 'FILM_VIDEO', 'a.mp4', 3, 'CHECKING')`,
    [file],
  );
  await db.query("INSERT INTO transcodes (id, asset_id, status) VALUES ($1, $2, 'RUNNING')", [transcode, file]);
  expect(await violations()).toEqual([`file ${file} is not checked`, `transcode ${transcode} is RUNNING`]);
  expect(await isTranscoding(db.query)).toBe(true);

  await db.query("UPDATE transcodes SET status = 'COMPLETE'");
  await db.query("UPDATE assets SET state = 'READY', source_key = 'masters/a', current_transcode_id = $1", [transcode]);
  expect(await violations()).toEqual([]);
  expect(await isTranscoding(db.query)).toBe(false);
  expect(await fileOnRecord(db.query, file)).toEqual({
    state: 'READY',
    sourceKey: 'masters/a',
    transcodeStatus: 'COMPLETE',
  });
});
