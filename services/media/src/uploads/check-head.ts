import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadRefusal } from '@marquee/rules/media';
import type { MediaResources } from '../resources.ts';
import { checkHeader } from '../transcode/check-source.ts';
import { probe, type SourceInfo } from '../transcode/probe.ts';
import { ChildError } from '../transcode/run-child.ts';
import { looksLikePicture, looksLikeVideo } from './file-signatures.ts';

const PROBE_TIMEOUT_MS = 10_000;

/**
 * Why a file is refused by its first bytes alone; undefined when they do not say, which is no promise: the complete file
 * is checked all the same. A video whose index lies at its end says nothing but what it is.
 */
export async function refusalOfHead(
  { tools, config }: Pick<MediaResources, 'tools'> & { config: Pick<MediaResources['config'], 'SCRATCH_DIR'> },
  kind: 'VIDEO' | 'IMAGE',
  head: Buffer,
): Promise<UploadRefusal | undefined> {
  if (kind === 'IMAGE') return looksLikePicture(head) ? undefined : 'NOT_A_PICTURE';
  const path = join(config.SCRATCH_DIR, `${randomUUID()}.head`);
  try {
    await writeFile(path, head);
    return refusalOfHeader(await probe(tools, path, AbortSignal.timeout(PROBE_TIMEOUT_MS)));
  } catch (error) {
    const isNone = error instanceof ChildError && error.failure === 'EXIT' && !looksLikeVideo(head);
    return isNone ? 'NOT_A_VIDEO' : undefined;
  } finally {
    await rm(path, { force: true });
  }
}

// Containers that describe all their tracks before the first of their contents. The tracks of others may begin later.
const DESCRIBED_FIRST = ['mov,', 'matroska,', 'mxf', 'avi', 'asf'];

function refusalOfHeader(info: SourceInfo): UploadRefusal | undefined {
  const isDescribed = info.tracks > 0 && DESCRIBED_FIRST.some((name) => info.container.startsWith(name));
  if (!isDescribed) return undefined;
  // A size that the header does not hold is found in the frames.
  if (info.video && Math.min(info.video.codedWidth, info.video.codedHeight) === 0) return undefined;
  return checkHeader(info)?.refusal;
}
