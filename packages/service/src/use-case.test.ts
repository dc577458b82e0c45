import { create } from '@bufbuild/protobuf';
import { FilmRatedSchema } from '@marquee/contracts/events/v1/film_pb';
import {
  FilmReportReason,
  RateFilmRequestSchema,
  type ReportFilmRequest,
  ReportFilmRequestSchema,
  ReviewService,
  SetLikeRequestSchema,
} from '@marquee/contracts/film/v1/reviews_pb';
import { newId } from '@marquee/data/ids';
import { createOutbox, domainEvent } from '@marquee/events/outbox';
import { systemClock } from '@marquee/runtime/clock';
import type { CallContext } from '@marquee/runtime/rpc/implement';
import { memorySignals, type Signal } from '@marquee/runtime/signals';
import { inTransaction } from '@marquee/runtime/transaction-guard';
import type { AccountViewer, Viewer } from '@marquee/runtime/viewer';
import { type TestDatabase, testDatabase } from '@marquee/testing/test-database';
import { viewers } from '@marquee/testing/viewers';
import { z } from 'zod';
import { rpc } from './rpc.ts';
import { isIdempotent, read, type ServiceResources, type Write, write } from './use-case.ts';

type Resources = ServiceResources & { stars: number[]; prisma: object };

type TestWrite = Write<Resources>;

let db: TestDatabase;
let resources: Resources;
let signals: Signal[];
let steps: string[];

beforeAll(async () => {
  db = await testDatabase('data');
  const memory = memorySignals();
  memory.subscribe('film:*', (signal) => signals.push(signal));
  const outbox = createOutbox({ clock: systemClock });
  resources = { db, outbox, signals: memory, clock: systemClock, stars: [1, 2, 3, 4, 5], prisma: {} };
});
beforeEach(async () => {
  signals = [];
  steps = [];
  await db.query('DELETE FROM outbox');
});

const rateFilmSchema = z.object({
  filmId: z.string(),
  rating: z.number().min(1, 'Please choose one to five stars.').max(5, 'Please choose one to five stars.'),
});

async function rateFilm(
  { tx, emit, touch, stars, ...rest }: TestWrite,
  viewer: AccountViewer,
  input: z.output<typeof rateFilmSchema>,
) {
  expect(Object.keys(rest)).toEqual(['clock']);
  expect(inTransaction()).toBe(true);
  expect(stars).toContain(input.rating);
  const [row] = await tx.query<{ openedAt: Date }>('SELECT now() AS opened_at');
  expect(row?.openedAt).toBeInstanceOf(Date);
  const film = { type: 'film', id: input.filmId, version: 1n };
  await emit(domainEvent(FilmRatedSchema, { filmId: input.filmId, accountId: viewer.accountId }, film));
  touch('film', { id: input.filmId, version: 7n });
  touch('film', { id: input.filmId, version: 3n });
  if (input.rating === 2) throw new Error('rolled back');
  steps.push('rated');
  return { mean: input.rating };
}

const notCalled = async () => {
  throw new Error('not called');
};

const reviews = rpc<Resources>()(ReviewService, {
  rateFilm: write(rateFilmSchema, rateFilm, ({ mean }) => ({ userRating: mean }), {
    before: async () => {
      steps.push(inTransaction() ? 'before, inside' : 'before');
      return 'known';
    },
    undo: async () => void steps.push(inTransaction() ? 'undo, inside' : 'undo'),
    after: (_resources, result, _context, before) => {
      expect(before).toBe(result ? 'known' : undefined);
      steps.push(result ? 'after' : 'after a retry');
    },
  }),
  setLike: write(z.object({ liked: z.boolean() }), async (_write: Write<Resources>, _viewer: Viewer, { liked }) => ({
    liked,
  })),
  reportFilm: write(
    z.object({ reason: z.string(), details: z.string() }),
    async (_write: Write<Resources>, _viewer: Viewer, input) => {
      steps.push(input.reason);
    },
    () => ({}),
    { from: (request: ReportFilmRequest) => ({ ...request, reason: FilmReportReason[request.reason] }) },
  ),
  listReviews: read(
    z.object({ filmId: z.string().min(1, 'Which film?') }),
    async ({ stars }: Resources, viewer: Viewer) => {
      steps.push(viewer.kind);
      return { ratingHistogram: stars };
    },
  ),
  getUserRating: (request, { viewer }, { stars }) =>
    Promise.resolve({ review: { id: `${request.filmId} ${viewer.kind} ${stars.length}` } }),
  deleteReview: notCalled,
  setBlock: notCalled,
});

function call(method: keyof typeof ReviewService.method, request: object, viewer: Viewer = viewers.movieLover()) {
  const bound = reviews(resources).methods.find(({ method: { localName } }) => localName === method);
  const handle = bound?.handle as (request: object, context: CallContext) => Promise<object>;
  return handle(request, { viewer } as CallContext);
}

const rating = (changes: object = {}) =>
  create(RateFilmRequestSchema, { requestId: newId(), filmId: newId(), rating: 4, ...changes });
const events = async () => (await db.query('SELECT 1 FROM outbox')).length;
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a write runs in one transaction, and signals what it touched once it has committed', async () => {
  const request = rating();
  await expect(call('rateFilm', request)).resolves.toMatchObject({ userRating: 4 });
  await settled();
  expect(steps).toEqual(['before', 'rated', 'after']);
  expect(await events()).toBe(1);
  expect(signals).toMatchObject([{ topic: `film:${request.filmId}`, version: '7' }]);
});

test('a write that fails publishes nothing, signals nothing, and undoes what it did before', async () => {
  await expect(call('rateFilm', rating({ rating: 2 }))).rejects.toThrow('rolled back');
  await settled();
  expect([await events(), signals, steps]).toEqual([0, [], ['before', 'undo']]);
});

test('a retry gets the first answer, and another body under the same id is refused', async () => {
  const viewer = viewers.movieLover();
  const request = rating();
  const first = await call('rateFilm', request, viewer);
  await settled();
  signals = [];
  await expect(call('rateFilm', request, viewer)).resolves.toEqual(first);
  await settled();
  expect([await events(), signals]).toEqual([1, []]);
  expect(steps).toEqual(['before', 'rated', 'after', 'after a retry']);
  await expect(call('rateFilm', { ...request, rating: 5 }, viewer)).rejects.toMatchObject({
    reason: 'REQUEST_ID_REUSED',
  });
});

test('a write needs a request id unless its contract calls it idempotent', async () => {
  await expect(call('rateFilm', rating({ requestId: '' }))).rejects.toMatchObject({
    kind: 'INVALID',
    fields: [{ field: 'requestId' }],
  });
  expect(steps).toEqual([]);
  expect(isIdempotent(ReviewService.method.listReviews)).toBe(true);
  expect(isIdempotent(ReviewService.method.rateFilm)).toBe(false);
});

test('input is checked before anything runs, and a visitor is asked to sign in', async () => {
  await expect(call('rateFilm', rating({ rating: 9 }))).rejects.toMatchObject({
    reason: 'INVALID_INPUT',
    fields: [{ field: 'rating', message: 'Please choose one to five stars.' }],
  });
  await expect(call('rateFilm', rating(), viewers.visitor())).rejects.toMatchObject({ reason: 'SIGN_IN_NEEDED' });
  await expect(call('listReviews', { filmId: '' })).rejects.toMatchObject({ fields: [{ message: 'Which film?' }] });
  expect(steps).toEqual([]);
});

test('what only protobuf knows is made plain before the rules', async () => {
  const request = create(ReportFilmRequestSchema, { requestId: newId(), reason: FilmReportReason.RIGHTS });
  await call('reportFilm', request);
  expect(steps).toEqual(['RIGHTS']);
});

test('a public read takes any viewer; a handler of its own gets the resources', async () => {
  await expect(call('listReviews', { filmId: 'f' }, viewers.visitor())).resolves.toEqual({
    ratingHistogram: [1, 2, 3, 4, 5],
  });
  expect(steps).toEqual(['visitor']);
  await expect(call('getUserRating', { filmId: 'f' })).resolves.toEqual({ review: { id: 'f account 5' } });
});

test('an answer that a use case gives as it is goes out as the message', async () => {
  const request = create(SetLikeRequestSchema, { filmId: newId(), liked: true });
  await expect(call('setLike', { ...request, requestId: newId() })).resolves.toMatchObject({ liked: true });
});
