import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { loopLevel } from '@marquee/data/sqlstate';
import { type KeySystem, licenceServersOf } from '@marquee/service/licence-servers';
import { transact } from '@marquee/service/use-case';
import { storedAudio } from '../assets/asset-message.ts';
import * as assets from '../assets/assets.ts';
import type { MediaResources } from '../resources.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import * as garbage from '../storage/garbage.ts';
import { asFullDisk, outlastingTheStore } from '../storage/storage-trouble.ts';
import { type PackagerKeys, type ProtectionSystem, repackageCmaf } from '../transcode/repackage-cmaf.ts';
import { asBlobs, storeOutput } from '../transcode-queue/store-output.ts';
import * as transcodes from '../transcode-queue/transcodes.ts';
import * as protections from './protections.ts';
import { openKeys, type SealedKeys, sealedKeysSchema } from './sealed-keys.ts';

const PROGRESS_EVERY_MS = 1000;
/** Percent of the work: fetching, packaging, storing. */
const FETCHED = 30;
const PACKAGED = 60;

const SYSTEMS: Record<KeySystem, ProtectionSystem> = {
  'com.widevine.alpha': 'Widevine',
  'com.microsoft.playready': 'PlayReady',
  'com.apple.fps': 'FairPlay',
};

/** Encrypts renditions, or makes them clear, and stores the result as blobs. Leaves nothing on the disk. */
export async function runProtection(
  resources: MediaResources,
  protection: protections.ClaimedProtection,
  lease: AbortSignal,
): Promise<void> {
  const cancelled = new AbortController();
  const unsubscribe = resources.signals.subscribe(`transcode-cancelled:${protection.id}`, () => cancelled.abort());
  const scratch = await mkdtemp(join(resources.config.SCRATCH_DIR, 'protection-'));
  try {
    await discardEarlierAttempts(resources, protection);
    await produce(resources, protection, scratch, AbortSignal.any([lease, cancelled.signal]));
  } catch (error) {
    throw await asFullDisk(scratch, error);
  } finally {
    unsubscribe();
    const leave = (err: unknown) => resources.log.error({ err, scratch }, 'work files could not be removed');
    await rm(scratch, { recursive: true, force: true }).catch(leave);
  }
}

async function produce(
  resources: MediaResources,
  protection: protections.ClaimedProtection,
  scratch: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, tools } = resources;
  const asset = await assets.get(db, protection.assetId);
  const source = await transcodes.get(db, protection.sourceVersion);
  if (!asset || source?.status !== 'COMPLETE' || !source.outputPrefix) throw new Error('The renditions are gone');
  const report = reporter(resources, protection);
  const [from, to] = [join(scratch, 'from'), join(scratch, 'to')];
  await mkdir(from);
  await mkdir(to);

  await fetchAll(resources, source.outputPrefix, from, { signal, report });
  await repackageCmaf(tools, {
    ...{ from, to, signal, audio: storedAudio.parse(source.audioTracks), durationS: (asset.durationMs ?? 0) / 1000 },
    keys: await keysOf(resources, protection),
    direction: protection.isRemoval ? 'decrypt' : 'encrypt',
    systems: licenceServersOf(resources.config).map(({ keySystem }) => SYSTEMS[keySystem]),
  });
  report(PACKAGED);
  // Small stills of the seek bar stay pictures, as the poster does.
  for (const name of await readdir(from)) {
    if (/\.(jpg|vtt)$/.test(name)) await rename(join(from, name), join(to, name));
  }
  const prefix = blobLayout.renditions(asset.id, protection.id, protection.attempt);
  const store = asBlobs(resources, prefix);
  await storeOutput(to, store, signal, (part) => report(PACKAGED + part * (99 - PACKAGED)));
}

type Running = { signal: AbortSignal; report: (percent: number) => void };

async function fetchAll({ blobs }: MediaResources, prefix: string, folder: string, { signal, report }: Running) {
  const keys: string[] = [];
  for await (const { key } of blobs.list(prefix)) keys.push(key);
  for (const [index, key] of keys.entries()) {
    await outlastingTheStore(async () => {
      const { body } = await blobs.get(key, { signal });
      await pipeline(body, createWriteStream(join(folder, basename(key))), { signal });
    }, signal);
    report(((index + 1) / keys.length) * FETCHED);
  }
}

/** Of the version that it makes, or for a removal of the one that it is made from. */
async function keysOf({ db, config }: MediaResources, protection: protections.ProtectionRow): Promise<PackagerKeys> {
  const { id, isRemoval, sourceVersion } = protection;
  const from = isRemoval ? await protections.get(db, sourceVersion) : protection;
  const sealed: SealedKeys = sealedKeysSchema.parse(from?.sealedKeys);
  const { video, audio } = openKeys(config.PROTECTION_KEYS, isRemoval ? sourceVersion : id, sealed);
  const hex = (key: typeof video) => ({ id: key.id.toString('hex'), secret: key.secret.toString('hex') });
  return { video: hex(video), audio: hex(audio) };
}

async function discardEarlierAttempts({ db }: MediaResources, { assetId, id, attempt }: protections.ClaimedProtection) {
  for (let earlier = 1; earlier < attempt; earlier += 1) {
    await garbage.discard(db, blobLayout.renditions(assetId, id, earlier), transcodes.LATE_WRITER_S);
  }
}

/** Writes progress to the row and signals open pages, at most once a second. */
function reporter(resources: MediaResources, protection: protections.ClaimedProtection): (percent: number) => void {
  let wroteAt = 0;
  return (percent) => {
    if (performance.now() - wroteAt < PROGRESS_EVERY_MS) return;
    wroteAt = performance.now();
    transact(resources, async ({ tx, touch }) => {
      const asset = await assets.lock(tx, protection.assetId);
      if (asset && (await protections.progress(tx, protection, Math.floor(percent)))) {
        touch('asset', await assets.update(tx, asset.id, {}));
      }
    }).catch((err: unknown) =>
      resources.log[loopLevel(err, 'warn')]({ err, protectionId: protection.id }, 'progress could not be written'),
    );
  };
}
