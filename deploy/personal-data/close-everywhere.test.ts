// Identity, film, media and notification in one process: an account with everything is exported and closed.
// @inputs packages services
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CatalogueService } from '@marquee/contracts/film/v1/catalogue_pb';
import { ReviewService } from '@marquee/contracts/film/v1/reviews_pb';
import { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { ExportState, OwnDataService } from '@marquee/contracts/identity/v1/personal_data_pb';
import { PersonalDataService } from '@marquee/contracts/personal_data/v1/personal_data_pb';
import { newId } from '@marquee/data/ids';
import { createOutbox } from '@marquee/events/outbox';
import { type ImportedFilm, importFilm } from '@marquee/film/seed/import-film';
import { importPlaybacks } from '@marquee/film/seed/import-playbacks';
import { importAccounts } from '@marquee/identity/seed/import-accounts';
import { importSessions } from '@marquee/identity/seed/import-sessions';
import { filesOfArchive } from '@marquee/identity/testing/read-archive';
import { storePicture, storeVideo } from '@marquee/media/testing/stored-assets';
import { loadConfig } from '@marquee/runtime/config';
import { freePorts } from '@marquee/runtime/free-ports';
import { signingKeyToPem } from '@marquee/runtime/keys';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { type RunningServices, runServices } from '@marquee/service/run-services';
import { makeSecret, secretsOf } from '@marquee/service/secret';
import { atEnd } from '@marquee/testing/cleanup';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { type FixedClock, fixedClock } from '@marquee/testing/fixed-clock';
import { viewerKey } from '@marquee/testing/test-keys';
import { type TestPlatform, testPlatform } from '@marquee/testing/test-platform';
import { viewers } from '@marquee/testing/viewers';
import { isHelper } from '../databases.ts';
import { services } from '../services.ts';

const START_MS_MAX = 60_000;
const TEST_MS_MAX = 60_000;
const DAY_MS = 86_400_000;
const START = '2026-11-20T12:00:00Z';

const declared = services.filter((service) => service.database && !isHelper(service));
const platforms = new Map<string, TestPlatform>();
const configs = new Map<string, Record<string, unknown>>();
let clock: FixedClock;
let running: RunningServices;

beforeAll(async () => {
  clock = fixedClock(START);
  const folder = await mkdtemp(join(tmpdir(), 'marquee-personal-'));
  const ports = await freePorts(declared.length);
  const addresses = Object.fromEntries(declared.map(({ name }, index) => [name, `127.0.0.1:${ports[index]}`]));
  const members = await Promise.all(
    declared.map(async (service, index) => {
      const secrets = Object.entries(secretsOf(service.config)).map(([name, kind]) => [
        name,
        kind === 'viewerKey' ? signingKeyToPem(viewerKey) : makeSecret(kind),
      ]);
      const config: Record<string, unknown> = loadConfig(service.config, {
        ...Object.fromEntries(secrets),
        ...{ PATH: process.env.PATH, PUBLIC_URL: 'http://localhost:3000', DEV_INBOX: '1', TRANSCODE_WORKER: '0' },
        ...{ UPLOADS_DIR: join(folder, 'uploads'), SCRATCH_DIR: join(folder, 'scratch') },
      });
      const platform = await testPlatform(service.name, { clock, addresses });
      platforms.set(service.name, platform);
      configs.set(service.name, config);
      return { service, config, platform: { ...platform, port: ports[index] ?? 0 } };
    }),
  );
  running = await runServices(members);
  atEnd(async () => {
    await running.drain();
    await rm(folder, { recursive: true, force: true });
  });
}, START_MS_MAX);

const platformOf = (name: string) => platforms.get(name) as TestPlatform;
const serviceOf = (name: string) => running.get(name) as { rpcPort: number };
const resourcesOf = (name: string) => {
  const { db, signals } = platformOf(name);
  return { db, clock, signals, outbox: createOutbox({ clock }) };
};

async function aMember(firstName: string, lastName: string): Promise<AccountViewer> {
  const id = newId();
  const account = { id, email: `${firstName.toLowerCase()}@example.com`, firstName, lastName };
  await importAccounts(resourcesOf('identity'), [
    { ...account, consumerType: 'ENTERTAINMENT_PRO', accountType: 'INDIVIDUAL', bio: 'I film rivers.' },
  ]);
  const key = configs.get('identity')?.CHALLENGE_HASH_KEY as Uint8Array;
  const [session] = await importSessions(resourcesOf('identity'), key, [id], DAY_MS);
  return { ...viewers.entertainmentPro({ accountId: id }), sessionId: session?.sessionId ?? '' };
}

/** A maker with a film, files, a review, marks and a credit. */
async function aMemberWithEverything() {
  const maker = await aMember('Mara', 'Vesterholm');
  const other = await aMember('Ines', 'Prado');
  const filmId = newId();
  const othersFilmId = newId();
  const media = platformOf('media');
  const video = await storeVideo(media, { ownerId: maker.accountId, boundFilmId: filmId, transcode: 'COMPLETE' });
  const pictureAsset = await storePicture(media, { ownerId: maker.accountId });
  const fields: Omit<ImportedFilm['fields'], 'filmTitle'> = {
    projectType: 'SHORT',
    country: 'PT',
    language: 'pt',
    languages: ['pt'],
    genres: ['Drama'],
    rating: 'PG-13',
    logLine: 'A ferryman.',
    releaseDate: '2026-03-14',
    isStudentFilm: false,
    isFirstTimeFilmMaker: false,
    hasSubtitles: false,
    resolution: '4K',
  };
  const released = { published: true, isApproved: true, createdAt: clock.now() };
  const crewId = newId();
  await importFilm(resourcesOf('film'), {
    ...{ id: filmId, createdBy: maker.accountId, fields: { ...fields, filmTitle: 'The River of Mara' }, ...released },
    assets: [
      { kind: 'FILM_VIDEO', mediaId: video.assetId, playableVersion: video.version, durationMs: 60_000 },
      { kind: 'TRAILER_VIDEO', mediaId: video.assetId, playableVersion: video.version, durationMs: 60_000 },
    ],
  });
  await importFilm(resourcesOf('film'), {
    ...{ id: othersFilmId, createdBy: other.accountId, fields: { ...fields, filmTitle: 'Another' }, ...released },
    crew: [{ id: crewId, credit: 'Editor', firstName: 'Mara', lastName: 'L.', personId: maker.accountId }],
    assets: [{ kind: 'FILM_VIDEO', mediaId: newId(), playableVersion: newId(), durationMs: 60_000 }],
  });
  const reviews = clientFor(serviceOf('film'), ReviewService, maker);
  await reviews.rateFilm({ requestId: newId(), filmId: othersFilmId, rating: 4, message: 'Quiet and long.' });
  await reviews.setLike({ filmId: othersFilmId, liked: true });
  await importPlaybacks(resourcesOf('film'), othersFilmId, [maker]);
  return { maker, other, filmId, othersFilmId, pictureAsset, video };
}

const ownData = (viewer: AccountViewer) => clientFor(serviceOf('identity'), OwnDataService, viewer);
const mails = async (subject: string) =>
  platformOf('notification').db.query<{ address: string; text: string }>(
    'SELECT address, text FROM dev_inbox_messages WHERE subject = $1',
    [subject],
  );

async function wholeExport(viewer: AccountViewer): Promise<Map<string, string>> {
  const { export: latest } = await ownData(viewer).getExport({});
  await platformOf('identity').db.query(
    "UPDATE account_exports SET opened_session_id = $1, opened_until = now() + interval '1 hour'",
    [viewer.sessionId],
  );
  const pieces: Uint8Array[] = [];
  for (let offset = 0n; offset < (latest?.sizeBytes ?? 0n); ) {
    const { data } = await ownData(viewer).readExport({ exportId: latest?.id ?? '', offset, length: 1000 });
    pieces.push(data);
    offset += BigInt(data.length);
  }
  return filesOfArchive(Buffer.concat(pieces));
}

/** Every text of every database of the site, but those of packages. */
async function tablesThatMention(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of declared) {
    const { db } = platformOf(name);
    const tables = await db.query<{ name: string }>(
      `SELECT table_name::text AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_name NOT IN ('outbox', 'inbox', 'request_ids', 'dev_inbox_messages')`,
    );
    for (const table of tables) {
      const rows = await db.query(`SELECT 1 FROM "${table.name}" t WHERE t::text ILIKE $1 LIMIT 1`, [`%${text}%`]);
      if (rows.length > 0) found.push(`${name}.${table.name}`);
    }
  }
  return found;
}

test(
  'an account with everything is exported by all services into one archive, and closed in all of them [SET-05:services] [SET-12]',
  async () => {
    const { maker, other, filmId, othersFilmId, video } = await aMemberWithEverything();
    await ownData(maker).requestExport({});
    await eventually(async () => (await ownData(maker).getExport({})).export?.state === ExportState.READY, 30_000);
    const files = await wholeExport(maker);
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        ...['README.txt', 'identity/accounts.json', 'film/films.json', 'film/reviews.json', 'film/film-likes.json'],
        ...['film/playback-sessions.json', 'media/assets.json'],
      ]),
    );
    expect(JSON.parse(files.get('identity/accounts.json') ?? '')).toEqual([
      expect.objectContaining({ email: 'mara@example.com', bio: 'I film rivers.' }),
    ]);
    expect(JSON.parse(files.get('film/reviews.json') ?? '')).toEqual([
      expect.objectContaining({ film_id: othersFilmId, message: 'Quiet and long.' }),
    ]);
    expect([...files.keys()].filter((path) => path.startsWith('media/pictures/'))).toHaveLength(1);
    expect([...files.values()].join('')).not.toContain('ines@example.com');
    await eventually(async () => (await mails('Your data is ready to download')).length === 1);
    const { export: latest } = await ownData(maker).getExport({});
    const theirs = { exportId: latest?.id ?? '', offset: 0n, length: 1 };
    await expect(ownData(other).readExport(theirs)).rejects.toMatchObject({ reason: 'EXPORT_NOT_FOUND' });

    await ownData(maker).closeOwnAccount({ typed: 'Mara@Example.com' });
    const catalogue = clientFor(serviceOf('film'), CatalogueService, viewers.visitor());
    const people = clientFor(serviceOf('identity'), PeopleService, viewers.visitor());
    await eventually(async () => {
      await expect(catalogue.getFilm({ filmId })).rejects.toMatchObject({ reason: 'FILM_NOT_AVAILABLE' });
    });
    await expect(people.getProfile({ profileId: maker.accountId })).rejects.toMatchObject({
      reason: 'PROFILE_NOT_FOUND',
    });
    const credits = async () => (await catalogue.listCrew({ filmId: othersFilmId })).crew;
    await eventually(async () => (await credits())[0]?.personId === '');
    expect((await credits())[0]).toMatchObject({ firstName: 'Mara', lastName: 'L.' });
    await eventually(async () => (await mails('Your account is closing')).length === 1);

    clock.advance(14 * DAY_MS + 1000);
    const isDone = async () =>
      (await platformOf('identity').db.query("SELECT 1 FROM account_closings WHERE state = 'DONE'")).length === 1;
    await eventually(isDone, 30_000);
    await eventually(async () => {
      expect(await tablesThatMention('mara@example.com')).toEqual([]);
      expect(await tablesThatMention('Vesterholm')).toEqual([]);
    });
    const reviews = await clientFor(serviceOf('film'), ReviewService, viewers.visitor()).listReviews({
      filmId: othersFilmId,
    });
    expect(reviews.reviews).toEqual([expect.objectContaining({ message: 'Quiet and long.', rating: 4 })]);
    expect(reviews.reviews[0]?.user).toMatchObject({ firstName: '', lastName: '' });
    expect(await platformOf('media').db.query('SELECT 1 FROM assets WHERE id = $1', [video.assetId])).toEqual([]);
    const { db } = platformOf('film');
    for (const table of ['film_likes', 'playback_sessions']) {
      expect(await db.query(`SELECT 1 FROM ${table} WHERE account_id = $1`, [maker.accountId])).toEqual([]);
    }
  },
  TEST_MS_MAX,
);

test('only identity asks services for personal data [SYS-06:access]', async () => {
  for (const { name } of declared.filter(({ personalData }) => personalData)) {
    for (const viewer of [viewers.visitor(), viewers.admin(), viewers.service('film'), viewers.service('gateway')]) {
      const calls = clientFor(serviceOf(name), PersonalDataService, viewer, { callee: name });
      await expect(calls.closeAccount({ accountId: newId() })).rejects.toMatchObject({ reason: 'SERVICES_ONLY' });
    }
  }
});
