import { AssetKind } from '@marquee/contracts/film/v1/film_pb';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { type Asset, MediaService, UploadState } from '@marquee/contracts/media/v1/media_pb';
import { UPLOAD_LIMITS } from '@marquee/rules/media';
import { DetailedError, type HttpRequest, type HttpResponse, Upload } from 'tus-js-client';
import { messageOf, refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { _, msg, worded } from '../../language/words.ts';
import { lostStep, resumeBy, resumeLater, watchPage } from './keep-uploading.ts';
import { nextRate } from './send-rate.ts';
import { isSending, type SlotName, type UploadItem, uploadKey, uploadStore } from './upload-store.ts';

const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000, 15_000, 30_000, 30_000, 30_000, 60_000];
const ATTACH_DELAYS_MS = [1_000, 3_000, 10_000, 30_000];
const CHECK_EVERY_MS = 1_000;
const CHECK_TRIES_MAX = 900;
// A retry does not help: the file, the account or the storage is refused.
const FINAL_STATUSES = [400, 401, 403, 404, 410, 413, 415, 422, 507];
// After these answers to HEAD the upload starts again: it does not exist, or belongs to somebody else.
const GONE_STATUSES = [403, 404, 410];
const SIGN_IN = msg('Please sign in to continue.');
const FILE_CHANGED = msg('This file was changed, moved or deleted. Please choose it again.');
const FAILED = msg('We failed to upload your file. Please try again later.');

export const assetKinds: Record<SlotName, AssetKind> = {
  FILM_VIDEO: AssetKind.FILM_VIDEO,
  TRAILER_VIDEO: AssetKind.TRAILER_VIDEO,
  TRAILER_IMAGE: AssetKind.TRAILER_IMAGE,
  POSTER_IMAGE: AssetKind.POSTER_IMAGE,
};

/** The latest upload of each slot, whether it still runs or not: one that has ended can be aborted too. */
const latest = new Map<string, Upload>();

type Verdict = Pick<Asset, 'state' | 'refusedMessage'>;

/** Somebody without an account who uploads by a link: the maker puts the file into its slot. */
export type Partner = { token: string; inspect: (assetId: string) => Promise<Verdict | undefined> };

/**
 * Uploads a file for a slot of a film, resumable after lost connections, reloads and restarts of the server. Once it is
 * checked, it is put into its slot. A partner's files are kept under the id of the link in place of the film's.
 */
export async function startUpload(filmId: string, slot: SlotName, file: File, partner?: Partner): Promise<void> {
  const key = uploadKey(filmId, slot);
  watchPage();
  await latest.get(key)?.abort();
  const size = { sentBytes: 0, totalBytes: file.size };
  uploadStore.put({ key, filmId, slot, fileName: file.name, ...size, step: 'uploading', isPartners: Boolean(partner) });
  const upload = new Upload(file, {
    endpoint: '/uploads',
    ...(partner && { headers: { 'upload-link': partner.token } }),
    chunkSize: UPLOAD_LIMITS.headBytes,
    retryDelays: RETRY_DELAYS_MS,
    removeFingerprintOnSuccess: true,
    metadata: { filename: file.name, filetype: file.type, filmId, slot },
    // The same file for the same slot resumes where it stopped, also after a reload.
    fingerprint: async () => ['marquee', filmId, slot, file.name, file.size, file.lastModified].join('-'),
    // The server has looked at the first bytes, and takes the rest in large parts.
    onChunkComplete: () => {
      upload.options.chunkSize = UPLOAD_LIMITS.chunkBytes;
    },
    onProgress: (sentBytes, totalBytes) => {
      const rate = nextRate(uploadStore.get(key)?.rate, sentBytes, performance.now());
      uploadStore.change(key, { sentBytes, totalBytes, rate, step: 'uploading' });
    },
    onAfterResponse: requireOffset,
    onShouldRetry: (error) => {
      if (isFinal(answerTo(error))) return false;
      uploadStore.change(key, { step: lostStep(), rate: undefined });
      return true;
    },
    onError: (error) => {
      const sending = sendingOthers(key);
      if (refusalIn(answerTo(error))?.reason === 'TOO_MANY_UPLOADS' && sending > 0) {
        uploadStore.change(key, { step: 'queued' });
        startWhenOneEnds(key, upload, sending);
        return;
      }
      void endOrResume(key, file, error);
    },
    onSuccess: () => {
      const assetId = upload.url?.split('/').at(-1) ?? '';
      uploadStore.change(key, { step: 'checking', assetId, sentBytes: file.size });
      void attachWhenChecked({ key, filmId, slot }, assetId, partner);
    },
  });
  latest.set(key, upload);
  resumeBy(key, () => void upload.abort().then(() => latest.get(key) === upload && upload.start()));
  const [previous] = await upload.findPreviousUploads();
  if (previous) upload.resumeFromPreviousUpload(previous);
  upload.start();
}

/**
 * After the last try: without an answer there is no network or no server, which ends some time, unless the browser cannot
 * read the file any more, which looks the same to it.
 */
async function endOrResume(key: string, file: File, error: unknown): Promise<void> {
  const isUnanswered = error instanceof DetailedError && !answerTo(error);
  if (!isUnanswered) return uploadStore.change(key, { step: 'failed', message: textOf(error) });
  const isReadable = await file
    .slice(0, 1)
    .arrayBuffer()
    .then(() => true)
    .catch(() => false);
  if (!isReadable) return uploadStore.change(key, { step: 'failed', message: _(FILE_CHANGED) });
  uploadStore.change(key, { step: lostStep(), rate: undefined });
  resumeLater(key);
}

/** How many other files this tab is sending. */
function sendingOthers(key: string): number {
  return uploadStore.all().filter((item) => item.key !== key && isSending(item)).length;
}

/** Starts a queued upload when this tab sends fewer others than `sending`, unless it was stopped or replaced. */
function startWhenOneEnds(key: string, upload: Upload, sending: number): void {
  const unsubscribe = uploadStore.subscribe(() => {
    const isQueued = latest.get(key) === upload && uploadStore.get(key)?.step === 'queued';
    if (isQueued && sendingOthers(key) >= sending) return;
    unsubscribe();
    if (!isQueued) return;
    uploadStore.change(key, { step: 'uploading' });
    upload.start();
  });
}

/** Stops an upload; what was sent is kept, and the same file resumes from there. */
export async function stopUpload(filmId: string, slot: SlotName): Promise<void> {
  const key = uploadKey(filmId, slot);
  await latest.get(key)?.abort();
  uploadStore.remove(key);
}

/** Puts a checked file into its slot; retries while film is unavailable, because the upload may have taken hours. */
export async function attach(filmId: string, slot: SlotName, mediaId: string): Promise<void> {
  // One request, whatever else the maker does while it is repeated.
  const request = { requestId: crypto.randomUUID(), filmId, kind: assetKinds[slot], mediaId };
  for (const delayMs of [...ATTACH_DELAYS_MS, undefined]) {
    try {
      await client(StudioService).setFilmAsset(request);
      return;
    } catch (error) {
      const isUnavailable = ['Unavailable', 'DeadlineExceeded'].includes(refusalOf(error).code);
      if (delayMs === undefined || !isUnavailable) throw error;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
}

async function attachWhenChecked(
  { key, filmId, slot }: Pick<UploadItem, 'key' | 'filmId' | 'slot'>,
  assetId: string,
  partner?: Partner,
): Promise<void> {
  try {
    const asset = await untilChecked(() => (partner ?? MAKER).inspect(assetId));
    if (asset.state === UploadState.REFUSED) {
      uploadStore.change(key, { step: 'refused', message: asset.refusedMessage });
      return;
    }
    if (!partner) await attach(filmId, slot, assetId);
    uploadStore.change(key, { step: 'attached' });
  } catch (error) {
    uploadStore.change(key, { step: 'failed', message: messageOf(error, _(FAILED)) });
  }
}

const MAKER = { inspect: async (assetId: string) => (await client(MediaService).getAsset({ assetId })).asset };

async function untilChecked(inspect: () => Promise<Verdict | undefined>): Promise<Verdict> {
  for (let tries = 0; tries < CHECK_TRIES_MAX; tries += 1) {
    const asset = await inspect().catch(() => undefined);
    if (asset?.state === UploadState.READY || asset?.state === UploadState.REFUSED) return asset;
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS));
  }
  throw new Error('the check of the upload did not end in time');
}

/** The server did not tell the offset of an upload. */
class OffsetUnknownError extends Error {
  override name = 'OffsetUnknownError';
  readonly answer: HttpResponse;

  constructor(answer: HttpResponse) {
    super(_('the offset of the upload is unknown: status {status}', { status: answer.getStatus() }));
    this.answer = answer;
  }
}

// tus-js-client takes every refusal of HEAD for an upload that is gone and starts at the first byte.
function requireOffset(request: HttpRequest, answer: HttpResponse): void {
  if (request.getMethod() !== 'HEAD') return;
  const status = answer.getStatus();
  if ((status < 200 || status > 299) && !GONE_STATUSES.includes(status)) throw new OffsetUnknownError(answer);
}

function answerTo(error: unknown): HttpResponse | undefined {
  if (!(error instanceof DetailedError)) return undefined;
  if (error.causingError instanceof OffsetUnknownError) return error.causingError.answer;
  return error.originalResponse ?? undefined;
}

function isFinal(answer: HttpResponse | undefined): boolean {
  const status = answer?.getStatus();
  if (status === undefined) return false;
  // Media's limits on a maker say what they are; what an edge refuses for a moment has no text.
  return FINAL_STATUSES.includes(status) || (status === 429 && refusalIn(answer) !== undefined);
}

function textOf(error: unknown): string {
  const answer = answerTo(error);
  // Answers to HEAD have no body.
  if (!answer?.getBody()) return answer?.getStatus() === 401 ? _(SIGN_IN) : _(FAILED);
  return worded(refusalIn(answer)?.message ?? '') || _(FAILED);
}

/** What media's refusal says, as JSON `{ reason, message }`. */
function refusalIn(answer: HttpResponse | undefined): { reason: string; message: string } | undefined {
  try {
    const refusal = JSON.parse(answer?.getBody() ?? '') as { reason?: unknown; message?: unknown } | null;
    if (refusal?.message === undefined) return undefined;
    return { reason: String(refusal.reason ?? ''), message: String(refusal.message) };
  } catch {
    return undefined;
  }
}
