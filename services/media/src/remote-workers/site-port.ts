import { createWriteStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { retryWhile } from '@marquee/data/retry-while';
import { LeaseLostError } from '@marquee/data/work-loop';
import type { TranscodePort } from '../transcode-queue/make-transcode.ts';
import type { TranscodeErrorReason } from '../transcode-queue/transcode-errors.ts';
import {
  type ClaimedJob,
  jobPath,
  type RemoteResult,
  STORE_MS_MAX,
  VERSION_HEADER,
  WORKER_VERSION,
} from './worker-protocol.ts';

/** The site does not answer, or cannot do it now. */
export class SiteUnavailableError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The site is not available: ${reason}`, options);
    this.name = 'SiteUnavailableError';
  }
}

/** The site refuses this worker for good; the message says what to do. */
export class WorkerRefusedError extends Error {
  readonly reason: string;
  constructor(reason: string, message: string) {
    super(message);
    this.name = 'WorkerRefusedError';
    this.reason = reason;
  }
}

/** The site refuses what a worker has or asks for in one transcode. */
class WorkRefusedError extends Error {
  constructor(reason: string, message: string) {
    super(`${reason}: ${message}`);
    this.name = 'WorkRefusedError';
  }
}

/** What no other transcode would change. */
const REFUSES_WORKER = new Set(['WORKER_KEY_UNKNOWN', 'WORKER_KEY_REVOKED', 'WORKER_VERSION']);

const CALL_MS = 30_000;
/** Short, so that a renewal which gets no answer is tried again long before the lease ends. */
const RENEW_MS = 10_000;
const RENEW_FOR_MS = 60_000;
const CLAIM_MS = 10_000;
const RETRY_FOR_MS = 5 * 60_000;
const RETRY_PAUSE_MS = 5_000;

export type Site = { url: string; key: string };
/** How long calls are repeated while the site is not available, and the pause between two of them. */
export type RetryLimits = { retryForMs?: number; retryPauseMs?: number };

/** The calls of a worker on another machine. */
export function siteCalls(
  { url, key }: Site,
  { retryForMs = RETRY_FOR_MS, retryPauseMs = RETRY_PAUSE_MS }: RetryLimits = {},
) {
  const base = url.replace(/\/+$/, '');

  async function call(
    method: string,
    path: string,
    init: RequestInit & { timeoutMs?: number; signal?: AbortSignal } = {},
  ) {
    const { timeoutMs = CALL_MS, signal, ...rest } = init;
    const headers = { ...(rest.headers as object), authorization: `Bearer ${key}`, [VERSION_HEADER]: WORKER_VERSION };
    const limit = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${base}${path}`, {
      ...rest,
      ...{ method, headers, redirect: 'error', signal: signal ? AbortSignal.any([signal, limit]) : limit },
    }).catch((cause: unknown) => {
      signal?.throwIfAborted();
      throw new SiteUnavailableError(cause instanceof Error ? cause.message : 'no answer', { cause });
    });
    if (response.ok) return response;
    throw await refusalOf(response);
  }

  const patiently = <T>(work: () => Promise<T>, signal: AbortSignal, forMs = retryForMs) =>
    retryWhile(work, { isPassing: isUnavailable, pauseMs: retryPauseMs, forMs, signal });
  const post = (path: string, body: object, signal?: AbortSignal) =>
    call('POST', path, { body: JSON.stringify(body), ...(signal && { signal }), timeoutMs: STORE_MS_MAX });

  const renewOnce = (claimed: ClaimedJob, percent: number) =>
    call('POST', `${jobPath(claimed)}/renewal`, { body: JSON.stringify({ percent }), timeoutMs: RENEW_MS });
  const releaseOnce = (claimed: ClaimedJob) => call('DELETE', jobPath(claimed));

  return {
    /** Never aborted: a transcode whose claim is not heard of waits until its lease ends. */
    async claim(): Promise<ClaimedJob | undefined> {
      const response = await call('POST', '/workers/transcodes', { timeoutMs: CLAIM_MS });
      return response.status === 204 ? undefined : ((await response.json()) as ClaimedJob);
    },
    /** False once another worker has it, or it has ended. Repeated while the site is not available, for a minute. */
    renew: (claimed: ClaimedJob, percent: number, signal: AbortSignal): Promise<boolean> =>
      patiently(() => renewOnce(claimed, percent), signal, Math.min(RENEW_FOR_MS, retryForMs)).then(
        () => true,
        (error: unknown) => {
          if (error instanceof LeaseLostError || error instanceof WorkerRefusedError) return false;
          throw error;
        },
      ),
    renewOnce,
    finish: (claimed: ClaimedJob, result: RemoteResult, signal: AbortSignal) =>
      patiently(() => post(`${jobPath(claimed)}/result`, result, signal), signal),
    fail: (claimed: ClaimedJob, reason: TranscodeErrorReason, signal: AbortSignal) =>
      patiently(() => post(`${jobPath(claimed)}/failure`, { reason }, signal), signal),
    releaseOnce,
    /** Returns it to the queue, uncounted, as soon as the site can be reached. */
    release: (claimed: ClaimedJob, signal: AbortSignal) =>
      patiently(() => releaseOnce(claimed), signal, Number.POSITIVE_INFINITY),
    port: (claimed: ClaimedJob): TranscodePort => ({
      job: claimed.job,
      async source(folder, signal) {
        const path = join(folder, 'master');
        for (let had = 0; ; ) {
          try {
            await patiently(() => download(path, signal), signal);
            return { path, release: () => rm(path, { force: true }) };
          } catch (error) {
            // What has brought bytes is continued: a large file takes longer than one outage may.
            const has = await bytesOf(path);
            if (!isUnavailable(error) || has <= had) throw error;
            had = has;
          }
        }

        async function download(to: string, ending: AbortSignal): Promise<void> {
          const start = await bytesOf(to);
          if (start > 0 && start === claimed.job.source.bytes) return;
          const headers = start > 0 ? { range: `bytes=${start}-` } : {};
          // Without a limit on the whole: a master may be on its way for hours.
          const timeoutMs = 24 * 60 * 60_000;
          const address = `${jobPath(claimed)}/source`;
          const { body, status } = await call('GET', address, { headers, signal: ending, timeoutMs });
          if (!body) throw new SiteUnavailableError('an empty answer');
          // A proxy may answer a range with the whole file.
          const flags = status === 206 ? 'a' : 'w';
          await pipeline(Readable.fromWeb(body as never), createWriteStream(to, { flags }), {
            signal: ending,
          }).catch((cause: unknown) => {
            ending.throwIfAborted();
            if ((cause as NodeJS.ErrnoException).code === 'ENOSPC') throw cause;
            throw new SiteUnavailableError('the download broke off', { cause });
          });
        }
      },
      async store(name, path, signal) {
        const body = new Uint8Array(await readFile(path));
        const file = `${jobPath(claimed)}/files/${name}`;
        await patiently(() => call('PUT', file, { body, signal, timeoutMs: STORE_MS_MAX }), signal);
      },
    }),
  };
}

export const isUnavailable = (error: unknown) => error instanceof SiteUnavailableError;

const bytesOf = async (path: string) => (await stat(path).catch(() => undefined))?.size ?? 0;

async function refusalOf(response: Response): Promise<Error> {
  const { status } = response;
  const { reason, message = '' } = await refusalIn(response);
  // Without a reason it is no answer of the site's, but of a proxy before it.
  if (!reason || status >= 500 || status === 429) return new SiteUnavailableError(`${status} ${reason ?? ''}`);
  if (reason === 'LEASE_LOST') return new LeaseLostError();
  if (REFUSES_WORKER.has(reason)) return new WorkerRefusedError(reason, message);
  return new WorkRefusedError(reason, message);
}

async function refusalIn(response: Response): Promise<{ reason?: string; message?: string }> {
  const body: unknown = await response.json().catch(() => undefined);
  return typeof body === 'object' && body !== null ? body : {};
}
