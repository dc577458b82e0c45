// @requires ffmpeg
// @inputs services/media/src

import { join } from 'node:path';
import { type Database, openDatabase } from '@marquee/data/database';
import { translateSqlError } from '@marquee/data/sqlstate';
import { attemptWork } from '@marquee/data/work-loop';
import { connectMeter } from '@marquee/runtime/telemetry/instruments';
import type { BlobStore } from '@marquee/storage/blob-store';
import { atEnd } from '@marquee/testing/cleanup';
import { recordingLog } from '@marquee/testing/recording-log';
import { silentLog as log } from '@marquee/testing/silent-log';
import { tcpProxy } from '@marquee/testing/tcp-proxy';
import sharp from 'sharp';
import * as assets from '../assets/assets.ts';
import * as pictures from '../pictures/pictures.ts';
import type { MediaResources } from '../resources.ts';
import { sweepGarbage } from '../storage/sweep-garbage.ts';
import { type MediaHarness, mediaService, TRANSCODE_MS } from '../testing/media-service.ts';
import { resourcesOf } from '../testing/resources-of.ts';
import { type ClipFolder, clipFolder } from '../testing/test-clips.ts';
import { checkLoop } from '../uploads/check-loop.ts';
import { transcodeSeconds } from './instruments.ts';
import { transcodeLoop } from './transcode-loop.ts';
import * as transcodes from './transcodes.ts';

let clips: ClipFolder;
beforeAll(async () => {
  clips = await clipFolder();
});
afterAll(() => clips.remove());

/** What marquee_transcode_seconds recorded, in order. */
let results: (string | undefined)[] = [];
beforeEach(() => {
  results = [];
  connectMeter({
    histogram:
      ({ name }) =>
      (_, labels) =>
        void (name === transcodeSeconds.name && results.push(labels?.result)),
    counter: () => () => {},
    observed: () => {},
  });
});
afterEach(() => connectMeter(undefined));

/** A checked film whose transcode waits, and a worker to do it, on resources that a test makes fail. */
async function waitingTranscode(
  change: (
    resources: MediaResources,
    databaseUrl: string,
  ) => Partial<MediaResources> | Promise<Partial<MediaResources>>,
) {
  const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
  const { platform } = media;
  const maker = media.maker();
  const id = await media.upload(maker, { path: await clips.film() });
  await media.checked(maker, id);
  const resources = resourcesOf(media);
  const changed = { ...resources, ...(await change(resources, platform.databaseUrl)) };
  const stopping = new AbortController();
  return {
    media,
    stopping,
    resources,
    /** As the loop of workers does it. */
    async run(signal = stopping.signal) {
      const claimed = await transcodes.work.claim(platform.db, new Date());
      if (!claimed) throw new Error('No transcode waits');
      await attemptWork(transcodeLoop(changed), claimed, signal);
    },
  };
}

async function outcome({ platform, events }: MediaHarness) {
  const [row] = await platform.db.query<{ status: string; losses: number; prefix: string | null }>(
    'SELECT status, losses, output_prefix AS prefix FROM transcodes',
  );
  const names: string[] = [];
  for await (const { key } of platform.blobs.list('renditions/')) names.push(key.slice(row?.prefix?.length ?? 0));
  const published = (await events()).filter((type) => type === 'TranscodeCompleted').length;
  return { status: row?.status, losses: row?.losses, names, published };
}

const complete = {
  status: 'COMPLETE',
  losses: 0,
  names: expect.arrayContaining(['master.m3u8', 'manifest.mpd']),
  published: 1,
};

const connectionLost = () => translateSqlError(Object.assign(new Error('the connection was lost'), { code: '08006' }));

/** The database, with trouble in the transaction that publishes a film: before its commit, or after it. */
function publishing(db: Database, trouble: { before?: () => void; after?: () => void }): Database {
  return {
    ...db,
    async transaction(work, options) {
      let isPublication = false;
      const result = await db.transaction(async (tx) => {
        const written = await work(tx);
        isPublication = (await tx.query("SELECT 1 FROM transcodes WHERE status = 'COMPLETE'")).length > 0;
        if (isPublication) trouble.before?.();
        return written;
      }, options);
      if (isPublication) trouble.after?.();
      return result;
    },
  };
}

test(
  'a film whose publication was committed without an answer plays, and is published once',
  async () => {
    let answersLost = 0;
    const { media, run } = await waitingTranscode(({ db }) => ({
      db: publishing(db, {
        after() {
          if (answersLost++ === 0) throw connectionLost();
        },
      }),
    }));
    await run();
    expect(answersLost).toBe(2);
    expect(await outcome(media)).toEqual(complete);
    expect(results).toEqual(['complete']);
  },
  TRANSCODE_MS,
);

test(
  'while the database cannot say whether a film was published, nothing of it is deleted',
  async () => {
    let isUnavailable = false;
    let refused = 0;
    const refuse = () => {
      refused += 1;
      if (refused > 2) worker.stopping.abort();
      throw connectionLost();
    };
    const worker = await waitingTranscode(({ db }) => {
      const until = publishing(db, {
        after() {
          isUnavailable = true;
          refuse();
        },
      });
      return {
        db: {
          ...db,
          query: async (...statement) => (isUnavailable ? refuse() : db.query(...statement)),
          transaction: async (work, options) => (isUnavailable ? refuse() : until.transaction(work, options)),
        },
      };
    });
    await worker.run();
    expect(await outcome(worker.media)).toEqual(complete);
    expect(results).toEqual(['returned']);
  },
  TRANSCODE_MS,
);

test(
  'a published film stays published when what it was made from cannot be removed',
  async () => {
    const { log, lines } = recordingLog();
    const { media, run } = await waitingTranscode(({ blobs }) => ({
      log,
      blobs: releasing(blobs, async () => {
        throw new Error('the folder is busy');
      }),
    }));
    await run();
    expect(await outcome(media)).toEqual(complete);
    expect(results).toEqual(['complete']);
    expect(lines()).toMatchObject([
      { level: 'error', msg: 'work files could not be removed', err: { message: 'the folder is busy' } },
    ]);
  },
  TRANSCODE_MS,
);

function releasing(blobs: BlobStore, release: () => Promise<void>): BlobStore {
  return {
    ...blobs,
    async localCopy(...about) {
      const { path } = await blobs.localCopy(...about);
      return { path, release };
    },
  };
}

test(
  'a database that is unavailable when a film is to be published, for longer than the lease, does not fail it',
  async () => {
    let isPublishing = false;
    let renewalsLost = 0;
    let triesLeft = 3;
    const { media, run } = await waitingTranscode(({ db }) => ({
      db: {
        ...publishing(db, {
          before() {
            isPublishing = true;
            // With the second of them the lease is lost.
            if (renewalsLost >= 2 && triesLeft > 0) triesLeft -= 1;
            if (triesLeft > 0) throw connectionLost();
          },
        }),
        async query(...statement) {
          if (!isPublishing || triesLeft === 0) return db.query(...statement);
          renewalsLost += 1;
          throw connectionLost();
        },
      },
    }));
    await run();
    expect(await outcome(media)).toEqual(complete);
    expect(results).toEqual(['complete']);
  },
  TRANSCODE_MS,
);

test(
  'a transcode that cannot read its database returns to the queue once the database answers again',
  async () => {
    const { media, run } = await waitingTranscode(async ({ db }, databaseUrl) => {
      const { link, db: lost } = await lostDatabase(databaseUrl);
      let lostQueries = 0;
      // After the read that failed, the first word to the database is lost as well.
      const mend = () => {
        lostQueries += 1;
        return lostQueries < 2 ? undefined : link.mend();
      };
      return { db: { ...db, query: (...statement) => lost.query<never>(...statement).finally(mend) } };
    });
    await run();
    expect(await outcome(media)).toMatchObject({ status: 'WAITING', losses: 0, names: [] });
    expect(results).toEqual(['returned']);
  },
  TRANSCODE_MS,
);

async function lostDatabase(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const link = await tcpProxy({ path: join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432') });
  atEnd(() => link.close());
  url.searchParams.set('host', '127.0.0.1');
  url.searchParams.set('port', String(link.port));
  const db = openDatabase({ url: url.href, log, applicationName: 'media' });
  atEnd(() => db.close());
  await link.refuse();
  return { link, db };
}

test(
  'a transcode that lost its lease to a silent database returns to the queue',
  async () => {
    let isUnavailable = false;
    const { media, run } = await waitingTranscode(({ db, blobs }) => ({
      db: {
        ...db,
        async query(...statement) {
          if (isUnavailable) throw connectionLost();
          return db.query(...statement);
        },
      },
      blobs: {
        ...blobs,
        // Runs until it is aborted, as an encoder does.
        async localCopy(_, options) {
          isUnavailable = true;
          await new Promise((resolve) => options?.signal?.addEventListener('abort', resolve));
          isUnavailable = false;
          throw new DOMException('This was aborted', 'AbortError');
        },
      },
    }));
    await run();
    expect(await outcome(media)).toMatchObject({ status: 'WAITING', losses: 0, names: [] });
    expect(results).toEqual(['returned']);
  },
  TRANSCODE_MS,
);

test(
  'a transcode that was cancelled while it ran is counted as lost',
  async () => {
    const { media, run } = await waitingTranscode(({ blobs, db }) => ({
      blobs: {
        ...blobs,
        async localCopy(...about) {
          await db.query("UPDATE transcodes SET status = 'CANCELLED'");
          return blobs.localCopy(...about);
        },
      },
    }));
    await run();
    expect(await outcome(media)).toMatchObject({ status: 'CANCELLED', published: 0 });
    expect(results).toEqual(['lost']);
  },
  TRANSCODE_MS,
);

/** The pictures that lie among the blobs, those that the table names, and how many lie there once the due is swept. */
async function picturesAfter(resources: MediaResources) {
  const { db, blobs } = resources;
  const stored = async () => {
    const ids: (string | undefined)[] = [];
    for await (const { key } of blobs.list('pictures/')) ids.push(key.split('/')[1]);
    return ids.sort();
  };
  await sweepGarbage(resources);
  const before = await stored();
  await db.query('UPDATE garbage SET due_at = now()');
  await sweepGarbage(resources);
  const named = await db.query<{ id: string }>('SELECT id FROM pictures ORDER BY id');
  return { before, after: await stored(), named: named.map(({ id }) => id) };
}

test(
  'the posters of an attempt that could not publish are swept in the end, and those of the next one stay',
  async () => {
    let isUnavailable = true;
    const { media, run, stopping, resources } = await waitingTranscode(({ db }) => ({
      db: publishing(db, {
        before() {
          if (!isUnavailable) return;
          stopping.abort();
          throw connectionLost();
        },
      }),
    }));
    await run();
    expect(await outcome(media)).toMatchObject({ status: 'WAITING', names: [] });
    isUnavailable = false;
    await run(new AbortController().signal);
    expect(await outcome(media)).toEqual(complete);
    const { before, after, named } = await picturesAfter(resources);
    expect([before.length, named.length]).toEqual([6, 3]);
    expect(after).toEqual(named);
  },
  TRANSCODE_MS,
);

test(
  'a database that is unavailable for a moment when a poster is stored does not fail the film',
  async () => {
    let lost = 0;
    const { media, run } = await waitingTranscode(({ db }) => ({
      db: {
        ...db,
        async query(statement, values) {
          if (!String(values?.[0]).startsWith('pictures/') || lost === 1) return db.query(statement, values);
          lost += 1;
          throw connectionLost();
        },
      },
    }));
    await run();
    expect(lost).toBe(1);
    expect(await outcome(media)).toEqual(complete);
  },
  TRANSCODE_MS,
);

/** A picture that waits to be checked, and one attempt at that on a database that a test makes fail. */
async function waitingPicture() {
  const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
  const resources = resourcesOf(media);
  const { db, blobs } = resources;
  // Its own checks would come first.
  await media.stop();
  const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#a03020' } })
    .jpeg()
    .toBuffer();
  const id = media.newId();
  await blobs.put(`masters/${id}/file`, bytes);
  const about = { ownerId: media.newId(), filmId: null, kind: 'IMAGE', fileName: 'poster.jpg', slot: 'POSTER_IMAGE' };
  await assets.insert(db, { id, ...about, sizeBytes: BigInt(bytes.length), state: 'CHECKING' });
  const check = async (transaction: Database['transaction'], stopping = new AbortController().signal) => {
    const asset = await assets.checks.claim(db, new Date());
    if (!asset) throw new Error('Nothing is to be checked');
    await attemptWork(checkLoop({ ...resources, db: { ...db, transaction } }), asset, stopping);
  };
  return { resources, check };
}

test('a picture whose check could not be written is kept once by the next check, and swept otherwise', async () => {
  const { resources, check } = await waitingPicture();
  const stopping = new AbortController();
  await check(async () => {
    stopping.abort();
    throw connectionLost();
  }, stopping.signal);
  await check(resources.db.transaction);
  const { before, after, named } = await picturesAfter(resources);
  expect([before.length, named.length]).toEqual([2, 1]);
  expect(after).toEqual(named);
});

test('a picture whose check was committed without an answer stays', async () => {
  const { resources, check } = await waitingPicture();
  let answersLost = 0;
  await check(async (work, options) => {
    const result = await resources.db.transaction(work, options);
    if (answersLost++ === 0) throw connectionLost();
    return result;
  });
  const { before, after, named } = await picturesAfter(resources);
  expect([answersLost, before.length]).toEqual([2, 1]);
  expect([before, after]).toEqual([named, named]);
});

test('a picture that may be swept already is not named any more', async () => {
  const { db } = await mediaService({ env: { TRANSCODE_WORKER: '0' } }).then(({ platform }) => platform);
  const picture = {
    id: crypto.randomUUID(),
    assetId: crypto.randomUUID(),
    width: 1,
    height: 1,
    thumbhash: '',
    focalX: null,
    focalY: null,
  };
  await pictures.announce(db, picture.id);
  await db.query('UPDATE garbage SET due_at = now()');
  await expect(db.transaction((tx) => pictures.insert(tx, picture))).rejects.toThrow('swept');
});
