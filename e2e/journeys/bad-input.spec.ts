import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { beginUpload, createFilm, type Member, memberOf, unlock, upload } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { call, newPerson, newRequests } from '../support/people.ts';

let stranger: Member;
let folder: string;

test.beforeAll(async ({ url }) => {
  stranger = await memberOf(url, await newPerson(url, { pro: true }));
  folder = await mkdtemp(join(tmpdir(), 'marquee-e2e-bad-'));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

type Refusal = { status: number; code: string; message: string };

async function refusal(
  api: APIRequestContext,
  url: string,
  method: string,
  data: object | string,
  headers: Record<string, string> = { origin: url, 'sec-fetch-site': 'same-origin' },
): Promise<Refusal> {
  const answer = await api.post(`${url}/rpc/${method}`, {
    data,
    headers: { 'content-type': 'application/json', ...headers },
  });
  const body = (await answer.json().catch(() => ({}))) as { code?: string; message?: string };
  return { status: answer.status(), code: body.code ?? '', message: body.message ?? '' };
}

const invalid = { status: 400, code: 'invalid_argument' };
const denied = { status: 403, code: 'permission_denied' };

test('a cursor that was tampered with is invalid [SYS-01:cursor]', async ({ url }) => {
  const api = await newRequests();
  for (const cursor of ['x', 'AAAA.BBBB', Buffer.from('{"id":1}').toString('base64url')]) {
    expect(await refusal(api, url, 'film.v1.CatalogueService/ListFilms', { cursor })).toMatchObject(invalid);
    expect(await refusal(stranger.api, url, 'film.v1.StudioService/ListMyFilms', { cursor })).toMatchObject(invalid);
  }
});

test('an unknown enumeration, broken JSON and a wrong type are invalid [SYS-01:json]', async ({ url }) => {
  const method = 'film.v1.StudioService/CreateFilm';
  const film = { requestId: randomUUID(), filmTitle: 'Opera', projectType: 'PROJECT_TYPE_OPERA' };
  for (const body of [film, { ...film, projectType: 'PROJECT_TYPE_SHORT', filmTitle: 7 }, '{"filmTitle":']) {
    expect(await refusal(stranger.api, url, method, body)).toMatchObject(invalid);
  }
});

test('10 MB to a small method are too large [SYS-01:size]', async ({ url }) => {
  const body = { filmId: 'x'.repeat(10 * 1024 * 1024) };
  const api = await newRequests();
  expect(await refusal(api, url, 'film.v1.CatalogueService/GetFilm', body)).toMatchObject({
    status: 413,
    code: 'resource_exhausted',
    message: expect.stringContaining('too large'),
  });
});

test('somebody else’s film is refused in every call of the studio [STU-10:every-call]', async ({ url, cast }) => {
  const filmId = cast.film;
  const write = { requestId: randomUUID(), filmId };
  const slot = { ...write, kind: 'ASSET_KIND_FILM_VIDEO' };
  const studio: [string, object][] = [
    ['GetMyFilm', { filmId }],
    ['UpdateFilm', { ...write, filmTitle: 'Stolen' }],
    ['SetFilmAsset', { ...slot, mediaId: randomUUID() }],
    ['RemoveFilmAsset', slot],
    ['PublishFilm', write],
    ['UnpublishFilm', write],
    ['DeleteFilm', write],
  ];
  const crew: [string, object][] = [
    ['AddCrew', { ...write, credit: 'Directed by', firstName: 'A', lastName: 'B' }],
    ['RemoveCrew', { filmId, crewId: randomUUID() }],
    ['InviteCrew', { ...write, crewId: randomUUID(), email: 'somebody@example.com' }],
    ['ListCreditClaims', { filmId }],
  ];
  for (const [method, body] of studio) {
    expect(await refusal(stranger.api, url, `film.v1.StudioService/${method}`, body), method).toMatchObject(denied);
  }
  for (const [method, body] of crew) {
    expect(await refusal(stranger.api, url, `film.v1.CrewService/${method}`, body), method).toMatchObject(denied);
  }
  const { film } = await call<{ film: { film: { filmTitle: string; published: boolean } } }>(
    cast.maker.api,
    url,
    'film.v1.StudioService/GetMyFilm',
    { filmId },
  );
  expect(film.film).toMatchObject({ published: true });
  expect(film.film.filmTitle).not.toBe('Stolen');
});

test('a POST from another site, a wrong Host and a method for services are refused [SYS-01:edge]', async ({
  url,
  cast,
}) => {
  const body = { requestId: randomUUID(), filmId: cast.film };
  const unlocking = 'film.v1.WatchService/UnlockFilm';
  const elsewhere = { origin: 'https://evil.example' };
  expect(await refusal(stranger.api, url, unlocking, body, elsewhere)).toMatchObject({ status: 403 });
  const crossSite = { origin: url, 'sec-fetch-site': 'cross-site' };
  expect(await refusal(stranger.api, url, unlocking, body, crossSite)).toMatchObject({ status: 403 });

  const status = await new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const asked = httpRequest({ hostname, port, path: '/', headers: { host: 'evil.example' } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.once('error', reject);
    asked.end();
  });
  expect(status).toBe(421);

  for (const method of [
    'media.v1.PlaybackService/SignPlayback',
    'identity.v1.SessionService/ResolveSessions',
    'film.v1.CrewService/GetCreditInvitation',
  ]) {
    const refused = await refusal(cast.office.api, url, method, {});
    expect([403, 404], `${method}: ${refused.status}`).toContain(refused.status);
  }
});

test('a playback token is good for its session and film alone [WAT-14:token]', async ({ url, cast }) => {
  const viewer = await memberOf(url, await newPerson(url, { onboarded: true }));
  await unlock(viewer, url, cast.film);
  const started = await call<{ access: { signedUrl: string }; dashManifest: string }>(
    viewer.api,
    url,
    'film.v1.WatchService/StartPlayback',
    { requestId: randomUUID(), filmId: cast.film },
  );
  const manifest = new URL(started.access.signedUrl + started.dashManifest, url).href;
  const get = async (api: APIRequestContext, address: string) => {
    const answer = await api.get(address);
    return { status: answer.status(), ...((await answer.json().catch(() => ({}))) as object) };
  };
  expect(await get(viewer.api, manifest)).toMatchObject({ status: 200 });
  const forbidden = { status: 403, reason: 'PLAYBACK_FORBIDDEN' };
  expect(await get(stranger.api, manifest)).toMatchObject(forbidden);

  const [, , token = '', version = ''] = started.access.signedUrl.split('/');
  const otherFilm = manifest.replace(`/${version}/`, '/01a1fa00-0000-7000-8000-000000000000/');
  expect(await get(viewer.api, otherFilm)).toMatchObject(forbidden);
  const changed = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
  expect(await get(viewer.api, manifest.replace(token, changed))).toMatchObject(forbidden);

  // The sign-in that it belongs to ends.
  await call(viewer.api, url, 'identity.v1.AuthService/SignOut', {});
  const visitor = await newRequests();
  await expect
    .poll(() => get(visitor, manifest))
    .toMatchObject({
      status: 403,
      reason: 'PLAYBACK_SESSION_ENDED',
      message: expect.stringContaining('sign in again'),
    });
});

test('a text file named .mp4 and an empty file are refused with the reason, and kept for their maker [STU-11:content]', async ({
  url,
}) => {
  const filmId = await createFilm(stranger, url, 'Words');
  const text = join(folder, 'film.mp4');
  await writeFile(text, 'FADE IN. '.repeat(500));
  const refused = await upload(stranger, url, filmId, 'FILM_VIDEO', text);
  expect(refused.state).toBe('UPLOAD_STATE_REFUSED');
  expect(refused.refusedMessage).toContain('We could not find a video in this file.');

  const empty = join(folder, 'empty.mp4');
  await writeFile(empty, '');
  const answer = await beginUpload(stranger, url, filmId, 'FILM_VIDEO', empty);
  expect(answer.status()).toBe(400);
  expect(await answer.json()).toMatchObject({ reason: 'EMPTY_FILE', message: expect.stringContaining('empty') });
  const asset = { requestId: randomUUID(), filmId, kind: 'ASSET_KIND_FILM_VIDEO', mediaId: refused.id };
  const used = await refusal(stranger.api, url, 'film.v1.StudioService/SetFilmAsset', asset);
  expect(used.status, used.message).toBeGreaterThanOrEqual(400);
  expect(used.status).toBeLessThan(500);
});
