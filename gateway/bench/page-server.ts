// A server of one of five kinds in a process of its own; its parent asks for its CPU time over IPC.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { create, type DescMethodUnary, type MessageInitShape } from '@bufbuild/protobuf';
import { GetFeedResponseSchema, ListPersonFilmsResponseSchema } from '@marquee/contracts/film/v1/catalogue_pb';
import { ListFavouriteFilmsResponseSchema } from '@marquee/contracts/film/v1/diary_pb';
import { ListListsResponseSchema } from '@marquee/contracts/film/v1/lists_pb';
import { GetProfileCountersResponseSchema, GetProfileResponseSchema } from '@marquee/contracts/identity/v1/people_pb';
import { systemClock } from '@marquee/runtime/clock';
import { aProfile } from '@marquee/testing/contract-messages';
import { createSsrHost } from '../src/ssr/host.ts';
import { loadStaticFiles } from '../src/ssr/static-files.ts';

const web = join(import.meta.dirname, '..', '..', 'web', 'build');
const load = (path: string) => import(pathToFileURL(join(web, path)).href);

type FeedInit = MessageInitShape<typeof GetFeedResponseSchema>;

function film(index: number) {
  const image = (ratio: number) => ({
    id: `i${index}`,
    uri: `/media/images/0199${index}`,
    width: 800,
    height: Math.round(800 * ratio),
    widths: [200, 400, 800],
    thumbhash: '3OcRJYB4d3h/iIeHeEh3eIhw+j2w',
  });
  return {
    id: `0199aa00-0000-7000-8000-${String(index).padStart(12, '0')}`,
    filmTitle: `Nocturne for a Lighthouse, Part ${index}`,
    logLine: 'The last keeper on the coast learns that the light has been answering somebody.',
    releaseType: 1,
    projectType: 2,
    releaseYear: 2025,
    runningTime: 5_400 + index,
    genres: ['Drama', 'Mystery'],
    rating: 'PG-13',
    poster: image(1.5),
    trailerThumbnail: image(0.5625),
    isFree: true,
    userRating: 4.2,
    ratingCount: 128,
    country: 'PT',
  };
}

const init: FeedInit = {
  hero: film(0),
  rails: Array.from({ length: 5 }, (_, rail) => ({
    kind: 6,
    title: `Rail ${rail + 1}`,
    genre: `Genre ${rail + 1}`,
    films: Array.from({ length: 10 }, (_, index) => film(rail * 10 + index)),
  })),
};
const feed = create(GetFeedResponseSchema, init);
const profile = aProfile({
  gallery: Array.from({ length: 6 }, (_, order) => ({
    ...{ path: `/media/images/0199${order}`, name: `Photo ${order}`, order, width: 960, height: 640 },
  })),
});
const personFilms = create(ListPersonFilmsResponseSchema, {
  films: Array.from({ length: 12 }, (_, index) => ({ film: film(index), credits: [{ credit: 'Director' }] })),
  creditCount: 12,
});
const counters = create(GetProfileCountersResponseSchema, { connections: 12, referrals: 3, profileViews: 481n });
const answers: Record<string, unknown> = {
  getFeed: feed,
  getProfile: create(GetProfileResponseSchema, { profile }),
  getProfileCounters: counters,
  listPersonFilms: personFilms,
  listFavouriteFilms: create(ListFavouriteFilmsResponseSchema),
  listLists: create(ListListsResponseSchema),
};

/** Answers from memory: the bench is of pages, not of calls. */
const transport = {
  unary: async (method: DescMethodUnary) => {
    // The build holds descriptors of its own: a method is known by its name.
    const message = answers[method.localName];
    if (!message) throw new Error(`no answer for ${method.localName}`);
    return { stream: false, service: method.parent, method, header: new Headers(), trailer: new Headers(), message };
  },
  stream: () => Promise.reject(new Error('no streams here')),
} as never;
/** One function for all pages, as the gateway has: clients are built once for it. */
const transportOf = () => transport;

async function ourPages(): Promise<RequestListener> {
  const host = createSsrHost({
    source: { build: await load('server/index.js'), files: await loadStaticFiles(join(web, 'client')) },
    publicUrl: new URL('http://127.0.0.1'),
    clock: systemClock,
    sendsSession: () => false,
    hasBlocks: async () => false,
    readerOf: () => ({ address: '127.0.0.1', account: 'ada' }),
    freshCookie: 'fresh',
    clearFresh: () => undefined,
    createContext: () => ({ transportOf, viewer: null, run: (render) => render() }),
    onError: (error) => console.error(error),
    cache: { lifeMs: 3_600_000 },
  });
  const failed = (error?: unknown) => console.error('not answered', error);
  return (request, response) => {
    if (!host.serveEarly(request, response)) host.handler(request, response, failed);
  };
}

async function listener(kind: string): Promise<RequestListener> {
  if (kind === 'ours') return ourPages();
  if (kind === 'bare-page') {
    const { renderBare } = await load('bench/bare-page.js');
    return (_request, response) => {
      const html = Buffer.from(renderBare(feed));
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': html.length }).end(html);
    };
  }
  if (kind === 'bare-profile') {
    const { renderBareProfile } = await load('bench/bare-page.js');
    return (_request, response) => {
      const html = Buffer.from(renderBareProfile(profile, personFilms, counters));
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': html.length }).end(html);
    };
  }
  const body = Buffer.alloc(Number(process.argv[3]), 'x');
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length }).end(body);
  };
}

// A busy machine pauses the load for longer than the default of 5 s.
const server = createServer({ keepAliveTimeout: 60_000 }, await listener(process.argv[2] ?? ''));
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }));
process.on('disconnect', () => process.exit(0));
