import { fitLadder } from './fit-ladder.ts';
import { planLadder, planRungs } from './ladder.ts';
import type { SampledPiece } from './sample-film.ts';

const rungs = planRungs({ width: 1920, height: 1080 });
const maxRateOf = (name: string) => rungs.find((rung) => rung.name === name)?.maxRate ?? 0;
const TABLE_RATE = maxRateOf('540p');

/** A piece like those of other films, in which every rung shows more than the one below. */
const piece = (said: Partial<SampledPiece> = {}): SampledPiece => ({
  ...{ bitRate: TABLE_RATE / 2, ssim: 0.9675 },
  ...said,
  below: { '540p': 0.96, '720p': 0.97, '1080p': 0.98, ...said.below },
});
const fitted = (...pieces: SampledPiece[]) => fitLadder(rungs, { rung: '540p', pieces });
/** A film of which as much was seen as of a long one. */
const whole = (one: SampledPiece) => Array.from({ length: 8 }, () => one);
const coarser = (ladder: typeof rungs) =>
  new Set(ladder.map(({ name, quality }) => quality - (rungs.find((rung) => rung.name === name)?.quality ?? 0)));
const capsByTable = (ladder: typeof rungs) =>
  ladder.map(({ name, maxRate }) => Math.round((100 * maxRate) / maxRateOf(name)) / 100);

test('a film like others has the ladder of the table, as has one of which nothing is known [STU-06]', () => {
  expect(fitted(piece(), piece(), piece())).toEqual(rungs);
  expect(fitLadder(rungs, undefined)).toEqual(rungs);
  expect(fitLadder(rungs, { rung: '540p', pieces: [] })).toEqual(rungs);
  expect(fitLadder(rungs, { rung: '9p', pieces: [piece()] })).toEqual(rungs);
});

test.each([
  [0.5, 0],
  [0.94, 0],
  [0.972, 1],
  [0.976, 2],
  [0.9786, 3],
  [0.995, 3],
  [1, 3],
])('a film whose pieces have an SSIM of %d is encoded %d steps coarser than by the table', (ssim, steps) => {
  expect([...coarser(fitted(...whole(piece({ ssim }))))]).toEqual([steps]);
});

test('likeness is that of the whole film: one piece alone does not decide', () => {
  const halves = [piece({ ssim: 0.99 }), piece({ ssim: 0.93 })];
  expect([...coarser(fitted(...halves, ...halves, ...halves, ...halves))]).toEqual([1.5]);
});

test.each([
  [1, 0.5],
  [2, 1],
  [4, 1.5],
  [8, 3],
])('of a film that was seen in %d pieces only, they move the quality by %d steps at most', (count, steps) => {
  const clear = Array.from({ length: count }, () => piece({ ssim: 0.999 }));
  expect([...coarser(fitted(...clear))]).toEqual([steps]);
});

test.each([
  [0.01, 0.25],
  [0.2, 0.4],
  [0.6, 1],
  [1.2, 1],
  [1.6, 0.9],
  [2, 0.8],
  [50, 0.8],
])('a film that takes %d times the cap has a cap of %d times the one of the table', (times, share) => {
  const bitRate = TABLE_RATE * times;
  expect(new Set(capsByTable(fitted(piece({ bitRate }), piece({ bitRate }))))).toEqual(new Set([share]));
});

test('a busy scene of a quiet film keeps its bits', () => {
  const quiet = piece({ bitRate: TABLE_RATE / 100 });
  expect(new Set(capsByTable(fitted(quiet, quiet, quiet, piece({ bitRate: TABLE_RATE * 0.6 }))))).toEqual(new Set([1]));
});

const names = (ladder: typeof rungs) => ladder.map(({ name }) => name);

test('a rung that looks like the one below is left out, and what is left out adds up [STU-06]', () => {
  const film = (below: Record<string, number>) => whole(piece({ below }));
  expect(names(fitted(...film({ '1080p': 0.999 })))).toEqual(['360p', '540p', '720p']);
  expect(names(fitted(...film({ '540p': 0.996 })))).toEqual(['360p', '720p', '1080p']);
  expect(names(fitted(...film({ '540p': 0.997, '720p': 0.997 })))).toEqual(['360p', '720p', '1080p']);
  expect(names(fitted(...film({ '540p': 1, '720p': 1, '1080p': 1 })))).toEqual(['360p']);
});

test('one piece that shows a difference keeps a rung, and a short film keeps all', () => {
  const alike = piece({ below: { '1080p': 1 } });
  expect(names(fitted(...whole(alike)))).not.toContain('1080p');
  expect(names(fitted(...whole(alike).slice(1), piece()))).toContain('1080p');
  expect(names(fitted(...whole(alike).slice(1)))).toContain('1080p');
});

test('the fewest renditions are chosen among those that stay', () => {
  const flat = piece({ ssim: 1, bitRate: 0, below: { '540p': 1, '720p': 1, '1080p': 1 } });
  const sample = { rung: '540p', pieces: whole(flat) };
  const source = { width: 1920, height: 1080 };
  expect(names(planLadder(source, 'fewest', sample))).toEqual(['360p']);
  expect(names(planLadder(source, 'fewest'))).toEqual(['720p']);
});
