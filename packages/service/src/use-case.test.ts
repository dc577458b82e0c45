import { create, type DescMethodUnary } from '@bufbuild/protobuf';
import { FilmRatedSchema } from '@marquee/contracts/events/v1/film_pb';
import {
  FilmReportReason,
  RateFilmRequestSchema,
  type ReportFilmRequest,
  ReportFilmRequestSchema,
  ReviewService,
  SetBlockRequestSchema,
  SetLikeRequestSchema,
} from '@marquee/contracts/film/v1/reviews_pb';
import { WatchService } from '@marquee/contracts/film/v1/watch_pb';
import { newId } from '@marquee/data/ids';
import { createOutbox, domainEvent } from '@marquee/events/outbox';
import { systemClock } from '@marquee/runtime/clock';
import { DomainError } from '@marquee/runtime/errors';
import type { CallContext } from '@marquee/runtime/rpc/implement';
import { memorySignals, type Signal } from '@marquee/runtime/signals';
import { inTransaction } from '@marquee/runtime/transaction-guard';
import type { AccountViewer, Viewer } from '@marquee/runtime/viewer';
import { eventually } from '@marquee/testing/eventually';
import { type TestDatabase, testDatabase } from '@marquee/testing/test-database';
import { viewers } from '@marquee/testing/viewers';
import { z } from 'zod';
import { rpc } from './rpc.ts';
import {
  Answered,
  Refused,
  read,
  type ServiceResources,
  type Write,
  write,
  writeWithoutTransaction,
} from './use-case.ts';

type Resources = ServiceResources & { stars: number[]; prisma: object };

type TestWrite = Write<Resources>;

let db: TestDatabase;
let resources: Resources;
let signals: Signal[];
let steps: string[];
let ratingCount: number;

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
  ratingCount = 1;
  const { promise, resolve } = Promise.withResolvers<void>();
  rating3 = { films: [], opened: promise, open: resolve };
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
  if (input.rating === 3) await untilOpened(input.filmId);
  steps.push('rated');
  return { mean: input.rating };
}

const REVIEWED = 'a film with a review';

/** Publishes an event, and refuses. */
async function deleteReview({ emit }: TestWrite, viewer: AccountViewer, { filmId }: { filmId: string }) {
  const film = { type: 'film', id: filmId, version: 1n };
  await emit(domainEvent(FilmRatedSchema, { filmId, accountId: viewer.accountId }, film));
  steps.push('refused');
  return new Refused(new DomainError({ kind: 'NOT_FOUND', reason: 'REVIEW_NOT_FOUND', message: 'Nothing.' }));
}

/** Ratings of three stars wait in their transaction until they are let through; which film they are of. */
let rating3: { films: string[]; opened: Promise<void>; open: () => void };
function untilOpened(filmId: string): Promise<void> {
  rating3.films.push(filmId);
  return rating3.opened;
}

const reviews = rpc<Resources>()(ReviewService, {
  rateFilm: write(
    rateFilmSchema,
    rateFilm,
    ({ mean }): { userRating: number; ratingCount?: number } => ({ userRating: mean }),
    {
      before: async () => {
        steps.push(inTransaction() ? 'before, inside' : 'before');
        return 'known';
      },
      undo: async () => void steps.push(inTransaction() ? 'undo, inside' : 'undo'),
      after: (_resources, result, _context, before) => {
        expect(before).toBe(result ? 'known' : undefined);
        steps.push(result ? 'after' : 'after a retry');
        return { ratingCount };
      },
    },
  ),
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
  deleteReview: write(z.object({ filmId: z.string() }), deleteReview, (_rating: number) => ({}), {
    before: async (_resources, _viewer, { filmId }) => (filmId === REVIEWED ? new Answered(5) : undefined),
    undo: async () => void steps.push('undo'),
    after: (_resources, result) => void steps.push(`after ${result}`),
  }),
  setBlock: write(
    z.object({ browser: z.string() }),
    async (_write: Write<Resources>, _viewer: Viewer, { browser }) => {
      steps.push(browser);
    },
    () => ({}),
    { from: (_request: object, { client }) => ({ browser: client.userAgent }) },
  ),
});

const stays = new AbortController().signal;

function call(
  method: keyof typeof ReviewService.method,
  request: object,
  viewer: Viewer = viewers.movieLover(),
  signal = stays,
) {
  const bound = reviews(resources).methods.find(({ method: { localName } }) => localName === method);
  const handle = bound?.handle as (request: object, context: CallContext) => Promise<object>;
  return handle(request, { viewer, signal, client: { ip: '192.0.2.1', userAgent: 'a browser' } } as CallContext);
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

test('what is added after the transaction is computed again for a retry, and the rest is the first answer', async () => {
  const viewer = viewers.movieLover();
  const request = rating();
  for (ratingCount of [1, 2, 3]) {
    const answer = create(ReviewService.method.rateFilm.output, { userRating: 4, ratingCount });
    await expect(call('rateFilm', request, viewer)).resolves.toEqual(answer);
  }
  expect(steps.filter((step) => step === 'rated')).toHaveLength(1);
});

test('a method without a transaction is one whose contract says that it changes nothing, or nothing twice', () => {
  const useCase = async () => ({});
  const [schema, bind] = [
    z.object({}),
    (made: { bind: ReturnType<typeof read>['bind'] }, method: DescMethodUnary) => () => made.bind(resources, method),
  ];
  const { listReviews, rateFilm: rate } = ReviewService.method;
  const { heartbeat } = WatchService.method;
  expect(bind(read(schema, useCase), listReviews)).not.toThrow();
  expect(bind(writeWithoutTransaction(schema, useCase), heartbeat)).not.toThrow();
  expect(bind(read(schema, useCase), heartbeat)).toThrow('its contract does not call it NO_SIDE_EFFECTS');
  for (const method of [listReviews, rate])
    expect(bind(writeWithoutTransaction(schema, useCase), method)).toThrow('does not call it IDEMPOTENT');
});

test('a use case may refuse and keep what it wrote; a retry runs again', async () => {
  const request = { filmId: newId(), requestId: newId() };
  await expect(call('deleteReview', request)).rejects.toMatchObject({ reason: 'REVIEW_NOT_FOUND' });
  expect([await events(), steps]).toEqual([1, ['refused', 'undo']]);
  await expect(call('deleteReview', { ...request, requestId: '' })).rejects.toMatchObject({
    reason: 'REVIEW_NOT_FOUND',
  });
  await expect(call('deleteReview', request)).rejects.toMatchObject({ reason: 'REVIEW_NOT_FOUND' });
  expect([await events(), steps.length]).toEqual([3, 6]);
});

test('an answer that is known before the transaction goes out without one', async () => {
  await expect(call('deleteReview', { filmId: REVIEWED })).resolves.toBeDefined();
  expect([await events(), steps]).toEqual([0, ['after 5']]);
});

test('a write needs a request id unless its contract calls it idempotent', async () => {
  await expect(call('rateFilm', rating({ requestId: '' }))).rejects.toMatchObject({
    kind: 'INVALID',
    fields: [{ field: 'requestId' }],
  });
  expect(steps).toEqual([]);
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

test('what only protobuf or the call has is converted before the rules', async () => {
  const request = create(ReportFilmRequestSchema, { requestId: newId(), reason: FilmReportReason.RIGHTS });
  await call('reportFilm', request);
  await call('setBlock', create(SetBlockRequestSchema, { filmId: newId() }));
  expect(steps).toEqual(['RIGHTS', 'a browser']);
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

test('writes that wait for each other leave connections to reads, and to the writes of others', async () => {
  const writers = Array.from({ length: 4 }, () => ({ viewer: viewers.entertainmentPro(), filmId: newId() }));
  const popular = newId();
  const of = (viewer: Viewer, filmId: string) => call('rateFilm', rating({ filmId, rating: 3 }), viewer);
  const all = writers.flatMap(({ viewer, filmId }) => Array.from({ length: 20 }, () => of(viewer, filmId)));
  all.push(...Array.from({ length: 20 }, () => of(viewers.movieLover(), popular)));
  const mine = writers.map(({ filmId }) => filmId);
  // Of each account one, although twenty were asked for, and one place for everybody else.
  await eventually(() => expect(rating3.films.toSorted()).toEqual([...mine, popular].toSorted()));
  expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  rating3.open();
  await Promise.all(all);
  expect(await events()).toBe(100);
});

test('a write whose caller has left before its turn is not begun', async () => {
  const viewer = viewers.movieLover();
  const first = call('rateFilm', rating({ rating: 3 }), viewer);
  await eventually(() => expect(rating3.films).toHaveLength(1));
  const gone = new AbortController();
  const left = call('rateFilm', rating(), viewer, gone.signal);
  await eventually(() => expect(steps).toEqual(['before', 'before']));
  await settled();
  gone.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  rating3.open();
  await first;
  expect(await events()).toBe(1);
});
