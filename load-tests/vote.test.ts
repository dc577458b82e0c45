// @requires k6
// @inputs load-tests

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { atEnd } from '@marquee/testing/cleanup';
import { listenLocally } from '@marquee/testing/listen-locally';
import { findProgram } from '@marquee/testing/test-components';

const script = join(import.meta.dirname, 'vote.js');
const FILMS = ['salt', 'amber', 'ash'];
const BALLOTS = ['1', '2'].map((n) => ({ id: `b${n}`, eventId: 'e', blockId: `block ${n}`, filmIds: FILMS }));
const VIEWERS = Array.from({ length: 20 }, (_, index) => `viewer ${index}`);

type Vote = { cookie: string; eventId: string; blockId: string; filmId: string };
type Answer = { status?: number; body: object };
type Site = { castVote(vote: Vote): Answer; results(blockId: string): { filmId: string; votes: number }[] };

/** A site that keeps the first vote of each viewer and ballot. */
function site(): Site & { kept: Map<string, Vote> } {
  const kept = new Map<string, Vote>();
  return {
    kept,
    castVote(vote) {
      const key = `${vote.cookie} ${vote.blockId}`;
      const standing = kept.get(key) ?? vote;
      kept.set(key, standing);
      if (standing.filmId === vote.filmId) return { body: { filmId: vote.filmId, receipt: key } };
      const message = 'You have voted already. A vote cannot be changed.';
      return { status: 400, body: { code: 'failed_precondition', message } };
    },
    results: (blockId) =>
      FILMS.map((filmId) => ({
        ...{ filmId, votes: [...kept.values()].filter((v) => v.blockId === blockId && v.filmId === filmId).length },
      })),
  };
}

/** Runs the scenario against a site: twenty votes in two seconds on ballots that are closed by then. */
async function run({ castVote, results }: Site) {
  const server = createServer(async (request, response) => {
    const message = JSON.parse(await text(request));
    const isVote = request.url?.endsWith('/CastVote');
    const ballots = () =>
      BALLOTS.map(({ id, blockId }) => ({ id, state: 'BALLOT_STATE_COUNTED', results: results(blockId) }));
    const { status = 200, body } = isVote
      ? castVote({ ...message, cookie: request.headers.cookie })
      : { body: { ballots: ballots() } };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  atEnd(() => server.close());
  const folder = await mkdtemp(join(tmpdir(), 'vote-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const [prepared, summary] = [join(folder, 'prepared.json'), join(folder, 'summary.json')];
  const votes = { closesAt: Date.now(), ballots: BALLOTS };
  await writeFile(prepared, JSON.stringify({ cookie: 'session', filmId: 'f', viewers: VIEWERS, makers: [], votes }));
  const settings = { BASE_URL: `http://127.0.0.1:${await listenLocally(server)}`, RATE: '15', DURATION_S: '2' };
  const env = { PATH: process.env.PATH, HOME: folder, PREPARED: prepared, SUMMARY: summary, ...settings };
  await new Promise<void>((resolve) => {
    execFile(findProgram('k6') ?? 'k6', ['run', '--quiet', script], { env }, () => resolve());
  });
  const { promises, metrics } = JSON.parse(await readFile(summary, 'utf8')) as {
    promises: { metric: string; ok: boolean }[];
    metrics: Record<string, { values: { count: number } } | undefined>;
  };
  const countOf = (name: string) => metrics[name]?.values.count ?? 0;
  return { kept: Object.fromEntries(promises.map(({ metric, ok }) => [metric, ok])), countOf };
}

test('every accepted vote is counted once, repeated ones once and changed ones never [SYS-05:vote]', async () => {
  const voted = site();
  const { kept, countOf } = await run(voted);
  expect(kept).toMatchObject({
    ...{ votes_uncounted: true, votes_of_another_film: true, votes_unknown: true, votes_doubled: true },
  });
  expect(voted.kept.size).toBeGreaterThan(20);
  expect(countOf('votes_accepted')).toBe(voted.kept.size);
  expect(countOf('changes_refused')).toBeGreaterThan(0);
}, 60_000);

test('a lost vote, one of another film and one that was changed break the promises of a vote [SYS-05:vote]', async () => {
  const losing = site();
  const less = (blockId: string) =>
    losing.results(blockId).map((sum) => ({ ...sum, votes: Math.max(0, sum.votes - 1) }));
  expect((await run({ ...losing, results: less })).kept).toMatchObject({ votes_uncounted: false });

  const confusing = site();
  const swapped = (blockId: string) => {
    const [first, second, ...others] = confusing.results(blockId);
    return [
      { ...first, votes: (first?.votes ?? 0) + 1 },
      { ...second, votes: (second?.votes ?? 0) - 1 },
      ...others,
    ] as {
      filmId: string;
      votes: number;
    }[];
  };
  const { kept } = await run({ ...confusing, results: swapped });
  expect(kept).toMatchObject({ votes_uncounted: true, votes_of_another_film: false });

  const changing = site();
  const takes = (vote: Vote) => {
    changing.kept.set(`${vote.cookie} ${vote.blockId}`, vote);
    return { body: { filmId: vote.filmId, receipt: vote.filmId } };
  };
  expect((await run({ ...changing, castVote: takes })).kept).toMatchObject({ votes_doubled: false });
}, 120_000);
