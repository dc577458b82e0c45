import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';

/** What the streams of a premiere have brought until now. */
export type Heard = {
  /** How many are open. */
  streams: number;
  /** The fewest and the most reactions that one of them was shown. */
  reactionsMin: number;
  reactionsMax: number;
  /** The fewest and the most people that were said to be there, by the last signal of each. */
  hereMin: number;
  hereMax: number;
  /** Between two signals of a stream that had reactions; 95 % took less. */
  gapMsP95: number;
  /** What ended streams, with how many; '' for a connection that closed. They are opened again, as pages do it. */
  endedBy: Record<string, number>;
};

type Stream = { isOpen: boolean; reactions: number; here: number; heardAt: number };
type Signal = { version?: string; data?: Record<string, string> };
/** When the streams were shown a change of the premiere, in ms since 1970. */
export type HeardChange = number[];
type Ended = { code: string; message: string };
/** In an object, since a promise of a promise is one. */
type Opened = { ended: Promise<Ended> };

const GAPS_MAX = 1_000_000;
const OPENED_AT_ONCE = 50;
const [RETRY_FIRST_MS, RETRY_LAST_MS] = [1_000, 30_000];
/** A person who may not follow it any more. */
const FINAL = ['unauthenticated', 'permission_denied'];

/** Follows a premiere as its viewers, each with a stream of signals, until it is closed. Resolves once all are open. */
export async function listenToPremiere({
  url,
  filmId,
  cookies,
}: {
  url: string;
  filmId: string;
  cookies: readonly string[];
}): Promise<{ heard(): Heard; heardChange(version: string): HeardChange; close(): void }> {
  const changes = new Map<string, HeardChange>();
  const gaps: number[] = [];
  const ends: string[] = [];
  const closing = new AbortController();
  const streams = cookies.map((): Stream => ({ isOpen: false, reactions: 0, here: 0, heardAt: 0 }));
  const opened: Opened[] = [];
  // People do not come in one moment, and each stream is a new session to ask about.
  for (const at of cookies.keys().filter((index) => index % OPENED_AT_ONCE === 0)) {
    const group = cookies.slice(at, at + OPENED_AT_ONCE);
    opened.push(...(await Promise.all(group.map((_, index) => open(at + index)))));
  }
  for (const [index, ended] of opened.entries()) void stayOpen(index, ended);

  /** Opens the stream of a viewer and waits for its first message; gives what resolves with its end. */
  async function open(index: number): Promise<Opened> {
    const [stream, cookie] = [streams[index] as Stream, cookies[index] as string];
    const response = await subscribe({ url, filmId, cookie, index });
    if (response.statusCode !== 200) throw new Error(`a stream of signals was refused: ${response.statusCode}`);
    const { promise: ended, resolve } = Promise.withResolvers<Ended>();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const close = () => response.destroy();
    closing.signal.addEventListener('abort', close);
    let error: Ended = { code: '', message: '' };
    const end = (message: Message) => {
      error = { code: '', message: 'ended', ...(message.error as object | undefined) };
    };
    response.on(
      'data',
      messagesOf((message) => {
        stream.isOpen = true;
        answer();
        hear(stream, message as Signal);
      }, end),
    );
    response.on('error', () => {});
    response.once('close', () => {
      stream.isOpen = false;
      closing.signal.removeEventListener('abort', close);
      resolve(error);
      answer();
    });
    // The first message comes once the viewer may follow the premiere.
    await answered;
    return { ended };
  }

  /** Opens the stream of a viewer again whenever it breaks, as pages do it; what is shown meanwhile they miss. */
  async function stayOpen(index: number, first: Opened): Promise<void> {
    let retryMs = RETRY_FIRST_MS;
    for (let opened: Opened | undefined = first; ; opened = await open(index).catch(() => undefined)) {
      const end = await opened?.ended;
      if (closing.signal.aborted) return;
      if (end) ends.push(end.message);
      if (end && FINAL.includes(end.code)) return;
      if (end) retryMs = RETRY_FIRST_MS;
      await pause(retryMs * (0.5 + Math.random() / 2), undefined, { signal: closing.signal }).catch(() => {});
      if (closing.signal.aborted) return;
      retryMs = Math.min(retryMs * 2, RETRY_LAST_MS);
    }
  }

  function hear(stream: Stream, { version = '', data = {} }: Signal): void {
    const { here, ...counts } = data;
    if (here === undefined) {
      if (data.startsAt !== undefined) changes.set(version, [...(changes.get(version) ?? []), Date.now()]);
      return;
    }
    stream.here = Number(here);
    const reactions = Object.values(counts).reduce((sum, count) => sum + Number(count), 0);
    if (reactions === 0) return;
    stream.reactions += reactions;
    const now = Date.now();
    if (stream.heardAt > 0 && gaps.length < GAPS_MAX) gaps.push(now - stream.heardAt);
    stream.heardAt = now;
  }

  return {
    heard() {
      const [reactions, here] = [streams.map((one) => one.reactions), streams.map((one) => one.here)];
      const sorted = gaps.toSorted((a, b) => a - b);
      return {
        streams: streams.filter(({ isOpen }) => isOpen).length,
        ...{ reactionsMin: Math.min(...reactions), reactionsMax: Math.max(...reactions) },
        ...{ hereMin: Math.min(...here), hereMax: Math.max(...here) },
        gapMsP95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
        endedBy: countsOf(ends),
      };
    },
    heardChange: (version) => changes.get(version) ?? [],
    close() {
      closing.abort();
    },
  };
}

function countsOf(texts: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
}

type Subscription = { url: string; filmId: string; cookie: string; index: number };

function subscribe({ url, filmId, cookie, index }: Subscription): Promise<IncomingMessage> {
  const address = new URL('/rpc/realtime.v1.RealtimeService/Subscribe', url);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = (address.protocol === 'https:' ? requestHttps : requestHttp)(address, {
    method: 'POST',
    // A connection for each, as browsers have.
    agent: false,
    headers: {
      ...{ cookie, origin: address.origin, 'sec-fetch-site': 'same-origin', 'connect-protocol-version': '1' },
      'content-type': 'application/connect+json',
      'x-forwarded-for': `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
    },
  });
  request.once('response', resolve).once('error', reject);
  request.end(messageOf({ topics: [`premiere:${filmId}`] }));
  return promise;
}

/** Five bytes before each message of a stream: flags, and its length [Connect protocol, streaming]. */
const HEAD_BYTES = 5;
const END = 2;

function messageOf(message: object): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

type Message = Record<string, unknown>;

/** Calls back with each message of a stream whose bytes come in parts, and with how it ended. */
function messagesOf(hear: (message: Message) => void, end: (message: Message) => void): (part: Buffer) => void {
  let left = Buffer.alloc(0);
  return (part) => {
    left = Buffer.concat([left, part]);
    while (left.length >= HEAD_BYTES) {
      const length = HEAD_BYTES + left.readUInt32BE(1);
      if (left.length < length) return;
      const message = JSON.parse(left.subarray(HEAD_BYTES, length).toString()) as Message;
      const isEnd = ((left[0] ?? 0) & END) !== 0;
      if (isEnd) end(message);
      else hear(message);
      left = left.subarray(length);
    }
  };
}
