import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { LeaseLostError } from '@marquee/data/work-loop';
import { eventually } from '@marquee/testing/eventually';
import { listenLocally } from '@marquee/testing/listen-locally';
import { isUnavailable, siteCalls, WorkerRefusedError } from './site-port.ts';
import { type ClaimedJob, VERSION_HEADER, WORKER_VERSION } from './worker-protocol.ts';

const FILM = Buffer.from('the bytes of a film, from the first to the last');
const never = new AbortController().signal;
const claimed = { id: 'job', attempt: 2, leaseMs: 1, job: { source: { bytes: FILM.length } } } as ClaimedJob;
const RESULT = { renditions: [], audio: [], posters: 0 };

type Answer = (response: ServerResponse, request: IncomingMessage) => void;
const status =
  (code: number, body?: object | string): Answer =>
  (response) =>
    void response.writeHead(code).end(typeof body === 'object' ? JSON.stringify(body) : body);
const refused = (code: number, reason: string) => status(code, { reason, message: 'No.' });

/** A site that gives these answers one after the other, the last one for ever. */
async function site(...answers: Answer[]) {
  const asked: { call: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)] ?? status(204);
    const { method, url, headers } = request;
    asked.push({ call: `${method} ${url}`, headers, body: (await buffer(request)).toString() });
    answer(response, request);
  });
  const url = `http://127.0.0.1:${await listenLocally(server)}`;
  const calls = siteCalls({ url: `${url}//`, key: 'key.secret' }, { retryForMs: 2_000, retryPauseMs: 1 });
  const impatient = siteCalls({ url, key: 'key.secret' }, { retryForMs: 0, retryPauseMs: 1 });
  return { asked, calls, impatient };
}

test('a worker claims with its key and its version, and gets a job or none [STU-14:calls]', async () => {
  const { asked, calls } = await site(status(200, { id: 'job' }), status(204));
  expect([await calls.claim(), await calls.claim()]).toEqual([{ id: 'job' }, undefined]);
  expect(asked[0]).toMatchObject({
    call: 'POST /workers/transcodes',
    headers: { authorization: 'Bearer key.secret', [VERSION_HEADER]: WORKER_VERSION },
  });
});

test.each<[string, Answer, 'unavailable' | 'lost' | 'refused' | 'failed']>([
  ['a fault of the site', refused(500, 'LEASE_LOST'), 'unavailable'],
  ['too many calls', refused(429, 'RATE_LIMITED'), 'unavailable'],
  ['a status of a proxy', status(403, '<html>'), 'unavailable'],
  ['JSON that is no answer', status(400, 'null'), 'unavailable'],
  ['JSON without a reason', status(400, { message: 'No.' }), 'unavailable'],
  ['a way to somewhere else', (response) => void response.writeHead(302, { location: '/' }).end(), 'unavailable'],
  ['no answer', (response) => void response.destroy(), 'unavailable'],
  ['a lease that was lost', refused(409, 'LEASE_LOST'), 'lost'],
  ['a key that is unknown', refused(401, 'WORKER_KEY_UNKNOWN'), 'refused'],
  ['a key that was revoked', refused(401, 'WORKER_KEY_REVOKED'), 'refused'],
  ['another version', refused(409, 'WORKER_VERSION'), 'refused'],
  ['a film that cannot be', refused(400, 'BAD_WORK'), 'failed'],
])('%s is distinguished [STU-14:calls]', async (_what, answer, kind) => {
  const { impatient } = await site(answer);
  const error: unknown = await impatient.claim().catch((thrown) => thrown);
  const found = isUnavailable(error)
    ? 'unavailable'
    : error instanceof LeaseLostError
      ? 'lost'
      : error instanceof WorkerRefusedError
        ? 'refused'
        : 'failed';
  expect(found).toBe(kind);
  if (kind === 'refused') expect(error).toMatchObject({ message: 'No.' });
  if (kind === 'failed') expect(error).toMatchObject({ message: 'BAD_WORK: No.' });
});

test('a result, a failure and a return are sent again while the site is not available [STU-14:calls]', async () => {
  const down = status(503);
  const result = await site(down, down, status(204));
  await result.calls.finish(claimed, RESULT, never);
  expect(result.asked.map(({ call, body }) => [call, JSON.parse(body)])).toEqual(
    Array(3).fill(['POST /workers/transcodes/job/2/result', RESULT]),
  );
  const failure = await site(down, status(204));
  await failure.calls.fail(claimed, 'TRANSCODE_FAILED', never);
  expect(failure.asked.at(-1)).toMatchObject({
    ...{ call: 'POST /workers/transcodes/job/2/failure', body: '{"reason":"TRANSCODE_FAILED"}' },
  });
  // A return is for ever, all else for as long as the worker has patience.
  const returned = await site(down, down, status(204));
  await returned.impatient.release(claimed, never);
  expect(returned.asked.map(({ call }) => call)).toEqual(Array(3).fill('DELETE /workers/transcodes/job/2'));
  const impatient = await site(down);
  await expect(impatient.impatient.finish(claimed, RESULT, never)).rejects.toThrow('The site is not available');
  expect(impatient.asked).toHaveLength(1);
});

test('what the site refuses is not sent again [STU-14:calls]', async () => {
  const { asked, calls } = await site(refused(409, 'LEASE_LOST'));
  await expect(calls.finish(claimed, RESULT, never)).rejects.toBeInstanceOf(LeaseLostError);
  await expect(calls.releaseOnce(claimed)).rejects.toBeInstanceOf(LeaseLostError);
  expect(asked).toHaveLength(2);
  await expect(calls.finish(claimed, RESULT, AbortSignal.abort(new Error('stopping')))).rejects.toThrow('stopping');
});

test('a renewal says whether the worker still has its transcode [STU-14:calls]', async () => {
  const { asked, calls } = await site(
    ...[status(204), refused(409, 'LEASE_LOST'), refused(401, 'WORKER_KEY_REVOKED'), refused(400, 'BAD_WORK')],
  );
  const renew = () => calls.renew(claimed, 40, never);
  expect([await renew(), await renew(), await renew()]).toEqual([true, false, false]);
  await expect(renew()).rejects.toThrow('BAD_WORK');
  expect(asked[0]).toMatchObject({ call: 'POST /workers/transcodes/job/2/renewal', body: '{"percent":40}' });
});

describe('the file of a transcode', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'site-port-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  /** So many bytes of the whole or of what was asked for, and then the connection is gone. */
  /** What was sent, and is not kept yet, would be lost with the connection. */
  const breakOnceKept = async (response: ServerResponse, bytes: number) => {
    const isKept = async () => (await stat(join(folder, 'master'))).size >= bytes;
    await eventually(async () => expect(await isKept()).toBe(true)).catch(() => undefined);
    response.destroy();
  };
  const breaksAfter =
    (bytes: number): Answer =>
    (response, { headers: { range } }) => {
      const rest = FILM.subarray(Number(/\d+/.exec(range ?? '')?.[0] ?? 0));
      response.writeHead(range ? 206 : 200, { 'content-length': rest.length });
      if (bytes >= rest.length) response.end(rest);
      else
        response.write(rest.subarray(0, bytes), () => void breakOnceKept(response, FILM.length - rest.length + bytes));
    };
  const source = ({ impatient }: Awaited<ReturnType<typeof site>>) => impatient.port(claimed).source(folder, never);

  test('is continued where it broke off, as long as each try brings some of it [STU-14:calls]', async () => {
    const at = await site(breaksAfter(10), breaksAfter(5), breaksAfter(100));
    const { path, release } = await source(at);
    expect(await readFile(path)).toEqual(FILM);
    expect(at.asked.map(({ call, headers }) => [call, headers.range])).toEqual([
      ['GET /workers/transcodes/job/2/source', undefined],
      ['GET /workers/transcodes/job/2/source', 'bytes=10-'],
      ['GET /workers/transcodes/job/2/source', 'bytes=15-'],
    ]);
    await release();
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('is whole where a proxy answers with all of it again, and is not fetched twice [STU-14:calls]', async () => {
    const whole: Answer = (response) => void response.writeHead(200).end(FILM);
    const at = await site(breaksAfter(10), whole);
    expect(await readFile((await source(at)).path)).toEqual(FILM);
    expect((await source(at)).path).toBe(join(folder, 'master'));
    expect(at.asked).toHaveLength(2);
  });

  test('is given up when a try brings nothing, and at once when it is refused [STU-14:calls]', async () => {
    const empty = await site(status(204));
    const error: unknown = await source(empty).catch((thrown) => thrown);
    expect([isUnavailable(error), empty.asked.length]).toEqual([true, 1]);
    const lost = await site(refused(409, 'LEASE_LOST'));
    await expect(source(lost)).rejects.toBeInstanceOf(LeaseLostError);
    const stopped = await site(breaksAfter(10));
    const port = stopped.calls.port(claimed);
    await expect(port.source(folder, AbortSignal.abort(new Error('stopping')))).rejects.toThrow('stopping');
  });

  test('comes with what was made of it: each part is stored by its name, again where the site was unavailable', async () => {
    const { asked, calls } = await site(status(503), status(204));
    const path = join(folder, 'part');
    await writeFile(path, 'a part');
    await calls.port(claimed).store('video-1.m4s', path, never);
    expect(asked).toMatchObject(
      Array(2).fill({ call: 'PUT /workers/transcodes/job/2/files/video-1.m4s', body: 'a part' }),
    );
  });
});
