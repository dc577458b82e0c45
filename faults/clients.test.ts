import { jest } from '@jest/globals';
import type { Browser } from './browser.ts';
import { newClaims } from './claims.ts';
import { addClients, type Cast } from './clients.ts';
import { inTurn, type SignIn } from './people.ts';
import { newRecords } from './records.ts';
import { RETURN_MS_MAX } from './run-fault.ts';

const URL = 'http://127.0.0.1:1';
const PLAYLISTS: Record<string, string> = { '/v/film.m3u8': 'track.m3u8', '/v/track.m3u8': 'one.m4s' };
afterEach(() => jest.restoreAllMocks());

test('on a machine that needs seconds for an answer, one viewer asks for playback in good time', async () => {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const asked: number[] = [];
  const slowly = <T>(answer: T) => {
    now += 4_000;
    return Promise.resolve(answer);
  };
  const viewer = {
    name: 'viewer',
    persist: () => slowly({}),
    call: (kind: string) => {
      if (kind === 'playback') asked.push(now);
      const access = { valid: true, signedUrl: '/v/' };
      return slowly(kind === 'playback' ? { access, playbackSessionId: 'one', hlsManifest: 'film.m3u8' } : { access });
    },
    send: ({ path }: { path: string }) => slowly({ status: 200, body: Buffer.from(PLAYLISTS[path] ?? '') }),
  } as unknown as Browser;
  const steps = new Map<string, () => Promise<void>>();
  const people = { uploader: { browser: viewer }, maker: { browser: viewer }, reviewers: [] };
  addClients(
    { add: (name: string, _ms: number, step: () => Promise<void>) => steps.set(name, step) } as never,
    {
      ...{ url: URL, records: newRecords(), claims: newClaims(), watched: { id: 'film', title: 'Heat' } },
      ...{ viewers: [{ browser: viewer }], ...people },
    } as unknown as Cast,
  );
  while (asked.length < 5) await steps.get('viewer')?.();
  const waits = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
  expect(Math.max(...waits)).toBeLessThan(RETURN_MS_MAX);
});

test('while nobody new comes, those who stay take further turns, as often as they may', () => {
  const signIns = [
    { accountId: 'a', leaves: false },
    { accountId: 'b', leaves: true },
    { accountId: 'c', leaves: false },
  ] as SignIn[];
  const next = inTurn({ signIns }, 2);
  const turns = (count: number) => Array.from({ length: count }, () => next()?.accountId);
  expect(turns(3)).toEqual(['a', 'c', 'a']);
  signIns.push({ accountId: 'd', leaves: false } as SignIn);
  expect(turns(4)).toEqual(['d', 'c', 'd', undefined]);
});
