import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseNames } from '@marquee/deploy/services';
import { createOutbox } from '@marquee/events/outbox';
import { importFilm } from '@marquee/film/seed/import-film';
import { createFilmSchema } from '@marquee/rules/film';
import { systemClock } from '@marquee/runtime/clock';
import { memorySignals } from '@marquee/runtime/signals';
import type { BlobStore } from '@marquee/storage/blob-store';
import { diskBlobs } from '@marquee/storage/disk-blobs';
import { type TestDatabase, testDatabase } from '@marquee/testing/test-database';
import { openBrowser } from './browser.ts';
import { claim, newClaims } from './claims.ts';
import { type Owners, ownersOf } from './owners.ts';
import { newRecords } from './records.ts';
import { judgeClaims } from './verdict.ts';

const FILM = randomUUID();
const databases = new Map<string, TestDatabase>();
let blobs: BlobStore;
let dir: string;
let owners: Owners;
/** Puts a film on record. */
async function recordFilm(id: string): Promise<void> {
  const fields = { filmTitle: 'Heat', projectType: 'SHORT' as const, logLine: 'Second.' };
  const about = { id, createdBy: randomUUID(), createdAt: systemClock.now() };
  const db = databases.get('film') as TestDatabase;
  await importFilm(
    { db, outbox: createOutbox({ clock: systemClock }), signals: memorySignals(), clock: systemClock },
    {
      ...about,
      fields: createFilmSchema.parse(fields),
    },
  );
}

const judge = (claims: ReturnType<typeof newClaims>) => judgeClaims(claims, owners, blobs, newRecords());

beforeAll(async () => {
  for (const name of databaseNames) databases.set(name, await testDatabase(name));
  owners = await ownersOf((name) => databases.get(name) as TestDatabase);
  dir = await mkdtemp(join(tmpdir(), 'marquee-verdict-'));
  blobs = await diskBlobs({ root: dir });
  await recordFilm(FILM);
});
afterAll(() => rm(dir, { recursive: true, force: true }));

test('an acknowledged review that is missing is lost; one that was not acknowledged may be missing', async () => {
  const claims = newClaims();
  await claim(claims.reviews, `${randomUUID()}/${FILM}`, { rating: 4, message: 'Kept?' }, async () => {});
  await claim(claims.reviews, `${randomUUID()}/${FILM}`, { rating: 1, message: 'Never.' }, () =>
    Promise.reject(),
  ).catch(() => {});
  expect(await judge(claims)).toEqual({ acknowledged: 1, lost: ['a review: none stands'], doubled: [] });
});

test('the last acknowledged edit stands, or a later one that was not acknowledged', async () => {
  const edits = async (...lines: [line: string, acknowledged: boolean][]) => {
    const claims = newClaims();
    claims.edits.set(
      FILM,
      lines.map(([value, acknowledged]) => ({ value, acknowledged })),
    );
    return (await judge(claims)).lost;
  };
  expect(await edits(['First.', true], ['Second.', true])).toEqual([]);
  expect(await edits(['First.', true], ['Second.', false])).toEqual([]);
  expect(await edits(['Second.', true], ['Third.', true])).toEqual(['an edit of a film']);
});

test('a film that exists twice is doubled, and one that is missing is lost', async () => {
  const claims = newClaims();
  claims.films.set('Heat', FILM).set('Gone', randomUUID());
  await recordFilm(randomUUID());
  expect(await judge(claims)).toEqual({ acknowledged: 2, lost: ['the film "Gone"'], doubled: ['the film "Heat"'] });
});

test('an acknowledged order of a film without its unlock is lost', async () => {
  const claims = newClaims();
  const [unlocked, charged, refused] = [randomUUID(), randomUUID(), randomUUID()];
  const db = databases.get('film') as TestDatabase;
  for (const id of [unlocked, charged]) {
    await db.query(
      `INSERT INTO orders (id, account_id, kind, item_id, amount, currency, fee, payee_id, state, provider, held_until,
         checked_at, created_at, fulfilled_at, goods_until)
       VALUES ($1, $1, 'UNLOCK', $2, 499, 'USD', 100, $2, 'FULFILLED', 'test', now(), now(), now(), now(), now() + interval '1 day')`,
      [id, FILM],
    );
  }
  const unlock =
    'INSERT INTO unlocks (id, account_id, film_id, expire_at, created_at) SELECT id, id, item_id, goods_until, now() FROM orders WHERE id = $1';
  await db.query(unlock, [unlocked]);
  claims.filmOrders.set(unlocked, { acknowledged: true }).set(charged, { acknowledged: true });
  claims.filmOrders.set(refused, { acknowledged: false });
  expect(await judge(claims)).toEqual({ acknowledged: 2, lost: [`the unlock of the order ${charged}`], doubled: [] });
});

test('an upload with other bytes, a missing account and a missing session are lost', async () => {
  const claims = newClaims();
  const assetId = randomUUID();
  await databases.get('media')?.query(
    `INSERT INTO assets (id, owner_id, kind, slot, file_name, size_bytes, state, source_key)
     VALUES ($1, $1, 'IMAGE', 'POSTER_IMAGE', 'a.png', 3, 'READY', 'masters/a')`,
    [assetId],
  );
  await blobs.put('masters/a', Buffer.from('abc'));
  claims.uploads.push({ assetId, sizeBytes: 3, sha256: 'of other bytes', isVideo: false });
  const browser = openBrowser('http://127.0.0.1:1', 'nobody', newRecords());
  const nobody = { email: 'nobody@example.com', accountId: randomUUID(), challengeId: randomUUID() };
  claims.signIns.push({ ...nobody, browser, leaves: true, signedOut: true });
  expect((await judge(claims)).lost).toEqual([
    'the account of nobody@example.com',
    'a session of nobody@example.com',
    'the bytes of an upload',
  ]);
});
