// @requires ffmpeg

import { join } from 'node:path';
import { openDatabase } from '@marquee/data/database';
import { createPrisma } from '@marquee/data/prisma';
import { translateSqlError } from '@marquee/data/sqlstate';
import { attemptWork } from '@marquee/data/work-loop';
import { connectMeter, transcodeSeconds } from '@marquee/runtime/telemetry/instruments';
import type { BlobStore } from '@marquee/storage/blob-store';
import { atEnd } from '@marquee/testing/cleanup';
import { silentLog as log } from '@marquee/testing/silent-log';
import { tcpProxy } from '@marquee/testing/tcp-proxy';
import sharp from 'sharp';
import { PrismaClient } from '../../gen/prisma/client.ts';
import * as assets from '../assets/assets.ts';
import * as pictures from '../pictures/pictures.ts';
import type { MediaResources } from '../resources.ts';
import { sweepGarbage } from '../sweep-garbage.ts';
import { type MediaHarness, mediaService, TRANSCODE_MS } from '../testing/media-service.ts';
import { resourcesOf } from '../testing/resources-of.ts';
import { type ClipFolder, clipFolder } from '../transcode/test-clips.ts';
import { checkUpload } from '../uploads/check-upload.ts';
import { transcodeLoop } from '../workers.ts';
import * as transcodes from './transcodes.ts';

let clips: ClipFolder;
beforeAll(async () => {
  clips = await clipFolder();
});
afterAll(() => clips.remove());

/** What marquee_transcode_seconds was told, in order. */
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

test(
  'a film whose publication was committed without an answer plays, and is published once',
  async () => {
    let answersLost = 0;
    const { media, run } = await waitingTranscode(({ db }) => ({
      db: {
        ...db,
        async transaction(work, options) {
          const result = await db.transaction(work, options);
          if (answersLost++ === 0) throw connectionLost();
          return result;
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
  'while the database cannot say whether a film was published, nothing of it is deleted',
  async () => {
    let isAway = false;
    let refused = 0;
    const refuse = () => {
      refused += 1;
      if (refused > 2) worker.stopping.abort();
      throw connectionLost();
    };
    const worker = await waitingTranscode(({ db }) => ({
      db: {
        ...db,
        query: async (...statement) => (isAway ? refuse() : db.query(...statement)),
        async transaction(work, options) {
          if (isAway) return refuse();
          await db.transaction(work, options);
          isAway = true;
          return refuse();
        },
      },
    }));
    await worker.run();
    expect(await outcome(worker.media)).toEqual(complete);
    expect(results).toEqual(['returned']);
  },
  TRANSCODE_MS,
);

test(
  'a published film stays published when what it was made from cannot be cleaned away',
  async () => {
    const { media, run } = await waitingTranscode(({ blobs }) => ({
      blobs: releasing(blobs, async () => {
        throw new Error('the folder is busy');
      }),
    }));
    await run();
    expect(await outcome(media)).toEqual(complete);
    expect(results).toEqual(['complete']);
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
  'a database that is away when a film is to be published, for longer than the lease, costs it nothing',
  async () => {
    let isPublishing = false;
    let renewalsLost = 0;
    let triesLeft = 3;
    const { media, run } = await waitingTranscode(({ db }) => ({
      db: {
        ...db,
        async query(...statement) {
          if (!isPublishing || triesLeft === 0) return db.query(...statement);
          renewalsLost += 1;
          throw connectionLost();
        },
        async transaction(work, options) {
          isPublishing = true;
          // With the second of them the lease is lost.
          if (renewalsLost >= 2 && triesLeft > 0) triesLeft -= 1;
          if (triesLeft === 0) return db.transaction(work, options);
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
  'a transcode that cannot read its database goes back in line once that is there again',
  async () => {
    const { media, run } = await waitingTranscode(async ({ db }, databaseUrl) => {
      const { link, db: lost } = await lostDatabase(databaseUrl);
      return {
        prisma: createPrisma(PrismaClient, lost),
        db: {
          ...db,
          // The first word to the database after the read that failed is lost as well.
          query: (...statement) => lost.query<never>(...statement).finally(() => link.mend()),
        },
      };
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
  'a transcode that lost its lease to a silent database goes back in line',
  async () => {
    let isAway = false;
    const { media, run } = await waitingTranscode(({ db, blobs }) => ({
      db: {
        ...db,
        async query(...statement) {
          if (isAway) throw connectionLost();
          return db.query(...statement);
        },
      },
      blobs: {
        ...blobs,
        // Goes on until it is told to stop, as an encoder does.
        async localCopy(_, options) {
          isAway = true;
          await new Promise((resolve) => options?.signal?.addEventListener('abort', resolve));
          isAway = false;
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
    let isAway = true;
    const { media, run, stopping, resources } = await waitingTranscode(({ db }) => ({
      db: {
        ...db,
        async transaction(work, options) {
          if (!isAway) return db.transaction(work, options);
          stopping.abort();
          throw connectionLost();
        },
      },
    }));
    await run();
    expect(await outcome(media)).toMatchObject({ status: 'WAITING', names: [] });
    isAway = false;
    await run(new AbortController().signal);
    expect(await outcome(media)).toEqual(complete);
    const { before, after, named } = await picturesAfter(resources);
    expect([before.length, named.length]).toEqual([6, 3]);
    expect(after).toEqual(named);
  },
  TRANSCODE_MS,
);

test(
  'a database that is away for a moment when a poster is kept costs the film nothing',
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

test('a picture whose check could not be written is kept once by the next check, and swept otherwise', async () => {
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
  let claimed: assets.ClaimedCheck | undefined;
  const check = async (given: MediaResources) => {
    const asset = await assets.checks.claim(db, new Date());
    if (!asset) throw new Error('Nothing is to be checked');
    claimed = asset;
    await checkUpload(given, asset, new AbortController().signal);
  };
  const lost = async () => {
    throw connectionLost();
  };
  await expect(check({ ...resources, db: { ...db, transaction: lost } })).rejects.toMatchObject({
    kind: 'UNAVAILABLE',
  });
  if (claimed) await assets.checks.release(db, claimed);
  await check(resources);
  const { before, after, named } = await picturesAfter(resources);
  expect([before.length, named.length]).toEqual([2, 1]);
  expect(after).toEqual(named);
});

test('a picture that may be swept already is not named any more', async () => {
  const { db } = await mediaService({ env: { TRANSCODE_WORKER: '0' } }).then(({ platform }) => platform);
  const picture = { id: crypto.randomUUID(), assetId: crypto.randomUUID(), width: 1, height: 1, thumbhash: '' };
  await pictures.announce(db, picture.id);
  await db.query('UPDATE garbage SET due_at = now()');
  await expect(db.transaction((tx) => pictures.insert(tx, picture))).rejects.toThrow('swept');
});
