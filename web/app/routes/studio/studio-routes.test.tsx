import { Code } from '@connectrpc/connect';
import { AssetKind } from '@marquee/contracts/film/v1/film_pb';
import { ConsumerType, Role } from '@marquee/contracts/identity/v1/account_pb';
import { type Answers, failing, refusing } from '@marquee/testing/answer-calls';
import { aCrewEntry, aFilmAsset, anAsset, aPerson, aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { screen } from '@testing-library/react';
import { openRoute } from '../../testing/open-route.tsx';
import * as content from './content.tsx';
import * as create from './content-create.tsx';
import * as credits from './content-credits.tsx';
import * as edit from './content-edit.tsx';
import * as festivals from './content-festivals.tsx';
import * as stats from './content-stats.tsx';
import * as upload from './content-upload.tsx';
import * as earnings from './earnings.tsx';

const ROUTES = [
  [content, '/content', '/content', 'My Content'],
  [create, '/content/create', '/content/create', 'New film'],
  [edit, `/content/${FILM_ID}/edit`, '/content/:filmId/edit', 'Salt'],
  [upload, `/content/${FILM_ID}/upload`, '/content/:filmId/upload', 'Salt'],
  [credits, `/content/${FILM_ID}/credits`, '/content/:filmId/credits', 'Salt'],
  [festivals, `/content/${FILM_ID}/festivals`, '/content/:filmId/festivals', 'Salt'],
  [stats, `/content/${FILM_ID}/stats`, '/content/:filmId/stats', 'Salt'],
  [earnings, '/content/earnings', '/content/earnings', 'Earnings'],
] as const;
const answers: Answers = {
  listMyFilms: () => ({ films: [aStudioFilm()] }),
  getMyFilm: () => ({ film: aStudioFilm() }),
  listUploads: () => ({ assets: [] }),
  listCrew: () => ({ crew: [aCrewEntry()] }),
  listCreditClaims: () => ({ claims: [] }),
  listMyFilmEvents: () => ({}),
  listOwnSubmissions: () => ({}),
  getFilmPlays: () => ({}),
  listEarningDays: () => ({}),
  listFilmEarnings: () => ({}),
  getEarnings: () => ({}),
  getPayoutAccount: () => ({}),
  listPayouts: () => ({}),
};
const maker = aPerson({ consumerType: ConsumerType.ENTERTAINMENT_PRO });
const heading = async (name: string) => (await screen.findByRole('heading', { level: 1, name })).textContent;

const SHUT = 'This room is for Entertainment Pros.';
describe.each([
  ['a visitor', undefined, false],
  ['a Movie Lover', aPerson(), false],
  ['b2b', aPerson({ consumerType: ConsumerType.B2B }), false],
  ['an Entertainment Pro', maker, true],
  ['staff', aPerson({ roles: [Role.ADMIN] }), true],
])('%s', (_who, viewer, enters) => {
  test.each(ROUTES)('at the studio’s screen %# [NET-02:studio]', async (route, at, path, title) => {
    const { sent } = await openRoute(route, at, { path, viewer, answers });
    expect(await heading(enters ? title : SHUT)).toBeTruthy();
    if (!enters) expect([...sent('listMyFilms'), ...sent('getMyFilm')]).toEqual([]);
  });
});

test.each([
  [edit, `/content/${FILM_ID}/edit`, '/content/:filmId/edit'],
  [upload, `/content/${FILM_ID}/upload`, '/content/:filmId/upload'],
  [credits, `/content/${FILM_ID}/credits`, '/content/:filmId/credits'],
  [festivals, `/content/${FILM_ID}/festivals`, '/content/:filmId/festivals'],
])('a film that is not there, or not theirs, is said so [STU-10:screens]', async (route, at, path) => {
  const open = (getMyFilm: NonNullable<Answers['getMyFilm']>) =>
    openRoute(route, at, { path, viewer: maker, answers: { ...answers, getMyFilm } });
  await open(refusing(Code.NotFound, { message: 'Film not found' }));
  expect(await heading('Film not found')).toBeTruthy();
  await open(() => ({}));
  expect(await heading('Film not found')).toBeTruthy();
  await open(refusing(Code.PermissionDenied, { message: 'Only the creator of this film can do this.' }));
  expect(await heading("You don't have access to this page.")).toBeTruthy();
  await open(failing);
  expect(await heading('Something went wrong on our side.')).toBeTruthy();
  await open(refusing(Code.Unavailable));
  expect(await heading('This part of Marquee is not available right now.')).toBeTruthy();
});

test('the credits of a film that is not released stand in the studio, all of them [STU-03:credits]', async () => {
  const pages = {
    '': { crew: [aCrewEntry()], nextCursor: 'n1' },
    n1: { crew: [aCrewEntry({ id: 'c2', firstName: 'Ana' })] },
  };
  const { sent } = await openRoute(credits, `/content/${FILM_ID}/credits`, {
    ...{ path: '/content/:filmId/credits', viewer: maker },
    answers: {
      ...answers,
      getMyFilm: () => ({ film: aStudioFilm({ published: false, isApproved: false }) }),
      listCrew: ({ cursor }) => pages[cursor as keyof typeof pages],
    },
  });
  await heading('Salt');
  expect(screen.getByRole('link', { name: 'Credits' }).getAttribute('aria-current')).toBe('page');
  expect(screen.getAllByRole('link', { name: /Carvalho$/ }).map(({ textContent }) => textContent)).toEqual([
    ...['Inês Carvalho', 'Ana Carvalho'],
  ]);
  expect(sent('listCrew').map(({ cursor, pageSize }) => [cursor, pageSize])).toEqual([
    ['', 100],
    ['n1', 100],
  ]);
});

test('the upload screen asks for the transcodes of what is in the slots, unless it has them already', async () => {
  const assets = [
    aFilmAsset({ mediaId: 'held' }),
    aFilmAsset({ kind: AssetKind.TRAILER_VIDEO, mediaId: 'open' }),
    aFilmAsset({ kind: AssetKind.POSTER_IMAGE, mediaId: 'picture' }),
  ];
  const { sent } = await openRoute(upload, `/content/${FILM_ID}/upload`, {
    ...{ path: '/content/:filmId/upload', viewer: maker },
    answers: {
      getMyFilm: () => ({ film: aStudioFilm({}, { assets }) }),
      listUploads: () => ({ assets: [anAsset({ id: 'open', slot: 'TRAILER_VIDEO' })] }),
      getAsset: ({ assetId }) => ({ asset: anAsset({ id: assetId }) }),
    },
  });
  await heading('Salt');
  // The screen asks again as it opens.
  expect(new Set(sent('getAsset').map(({ assetId }) => assetId))).toEqual(new Set(['held']));
  expect(sent('listUploads')[0]).toMatchObject({ filmId: FILM_ID, pageSize: 50 });
  expect(screen.getAllByText('COMPLETE')).toHaveLength(2);
});

test('the upload screen does not ask for what is in a slot and not stored yet', async () => {
  const assets = [aFilmAsset({ mediaId: 'soon', transcodeStatus: 'IN PROGRESS', stored: false })];
  const { sent } = await openRoute(upload, `/content/${FILM_ID}/upload`, {
    ...{ path: '/content/:filmId/upload', viewer: maker },
    answers: { ...answers, getMyFilm: () => ({ film: aStudioFilm({}, { assets }) }) },
  });
  await heading('Salt');
  expect(sent('getAsset')).toEqual([]);
});

describe('while the network or the server is down the upload screen stays as it was', () => {
  const args = (serverLoader: () => Promise<unknown>, filmId = FILM_ID) =>
    ({ serverLoader, params: { filmId } }) as never;
  const data = { title: 'Salt' };
  const unavailable = async () => {
    throw new TypeError('Failed to fetch');
  };

  test('with what it showed before, of this film alone [STU-11:outage]', async () => {
    await expect(upload.clientLoader(args(unavailable))).rejects.toThrow('Failed to fetch');
    expect(await upload.clientLoader(args(async () => data))).toBe(data);
    expect(await upload.clientLoader(args(unavailable))).toBe(data);
    await expect(upload.clientLoader(args(unavailable, 'another'))).rejects.toThrow('Failed to fetch');
  });

  test('but not when its server refuses', async () => {
    await upload.clientLoader(args(async () => data));
    const refused = async () => {
      throw new Error('refused');
    };
    await expect(upload.clientLoader(args(refused))).rejects.toThrow('refused');
  });
});
