import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { FILM_DETAILS } from '@marquee/testing/film-details';
import { type APIRequestContext, expect } from '@playwright/test';
import { makeClip, makePicture } from './clip.ts';
import { call, newPerson, newRequests, type Person, signInApi } from './people.ts';
import { staff } from './staff.ts';

export type Slot = 'FILM_VIDEO' | 'TRAILER_VIDEO' | 'POSTER_IMAGE' | 'TRAILER_IMAGE';

/** Somebody and the requests of their browser. */
export type Member = Person & { api: APIRequestContext };

/** Signs somebody in, as a browser without a screen. */
export async function memberOf(url: string, person: Person): Promise<Member> {
  const api = await newRequests();
  await signInApi(api, url, person.email);
  return { ...person, api };
}

export const newMaker = async (url: string, names: { firstName?: string; lastName?: string } = {}) =>
  memberOf(url, await newPerson(url, { pro: true, ...names }));

/** The id of a member's account. */
export const idOf = async ({ api }: Member, url: string): Promise<string> =>
  (await call<{ user: { id: string } }>(api, url, 'identity.v1.ProfileService/GetCurrentUser', {})).user.id;

export async function newStaff(url: string, dataDir?: string, role?: 'SUPER_USER'): Promise<Member> {
  const person = await newPerson(url, { onboarded: true });
  await staff('add', person.email, { dataDir, role });
  return memberOf(url, person);
}

type StudioFilm = { film: { film: { id: string; version: string } } };
type AssetAnswer = { asset?: { state?: string; refusedMessage?: string; transcode?: { status?: string } } };

export const createFilm = async (maker: Member, url: string, filmTitle: string): Promise<string> => {
  const body = { requestId: randomUUID(), filmTitle, projectType: 'PROJECT_TYPE_SHORT' };
  return (await call<StudioFilm>(maker.api, url, 'film.v1.StudioService/CreateFilm', body)).film.film.id;
};

/** Begins an upload as tus does; gives its address. */
export async function beginUpload(maker: Member, url: string, filmId: string, slot: Slot, path: string) {
  const { size } = await stat(path);
  const metadata = { filename: basename(path), filetype: '', filmId, slot };
  const pairs = Object.entries(metadata).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`);
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': String(size), 'upload-metadata': pairs.join(',') };
  return maker.api.post(`${url}/uploads`, { headers: { ...headers, origin: url, 'sec-fetch-site': 'same-origin' } });
}

/** Uploads a file in one piece and waits until it is checked. */
export async function upload(maker: Member, url: string, filmId: string, slot: Slot, path: string) {
  const begun = await beginUpload(maker, url, filmId, slot, path);
  expect(begun.status(), await begun.text()).toBe(201);
  const location = new URL(begun.headers().location ?? '', url).href;
  const data = await readFile(path);
  if (data.length > 0) {
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      origin: url,
      'sec-fetch-site': 'same-origin',
    };
    const sent = await maker.api.patch(location, { data, headers });
    expect(sent.status(), await sent.text()).toBe(204);
  }
  const assetId = location.split('/').at(-1) ?? '';
  let asset: AssetAnswer['asset'];
  await expect
    .poll(
      async () => {
        ({ asset } = await call<AssetAnswer>(maker.api, url, 'media.v1.MediaService/GetAsset', { assetId }));
        return asset?.state;
      },
      { message: `the check of ${basename(path)}`, timeout: 60_000 },
    )
    .toMatch(/READY|REFUSED/);
  return { id: assetId, ...asset };
}

/** Uploads a file and puts it into its slot. */
export async function fill(maker: Member, url: string, filmId: string, slot: Slot, path: string): Promise<string> {
  const { id, state, refusedMessage } = await upload(maker, url, filmId, slot, path);
  expect(state, refusedMessage).toBe('UPLOAD_STATE_READY');
  const body = { requestId: randomUUID(), filmId, kind: `ASSET_KIND_${slot}`, mediaId: id };
  await call(maker.api, url, 'film.v1.StudioService/SetFilmAsset', body);
  return id;
}

export async function untilTranscoded(maker: Member, url: string, assetId: string, timeout = 180_000): Promise<void> {
  const status = async () => {
    const { asset } = await call<AssetAnswer>(maker.api, url, 'media.v1.MediaService/GetAsset', { assetId });
    return asset?.transcode?.status;
  };
  await expect.poll(status, { message: 'the transcode', timeout }).toMatch(/COMPLETE|ERROR/);
  expect(await status()).toBe('TRANSCODE_STATUS_COMPLETE');
}

export type NewFilm = {
  title: string;
  film: string;
  publish?: boolean;
  approvedBy?: Member;
  details?: Record<string, unknown>;
};

/** A film with everything that it needs, as its maker's browser would make it; published and approved if asked. */
export async function newFilm(
  maker: Member,
  url: string,
  { title, film, publish = true, approvedBy, details }: NewFilm,
): Promise<string> {
  const filmId = await createFilm(maker, url, title);
  const video = await fill(maker, url, filmId, 'FILM_VIDEO', film);
  const trailer = await fill(maker, url, filmId, 'TRAILER_VIDEO', await trailerClip());
  await fill(maker, url, filmId, 'POSTER_IMAGE', await makePicture(320, 480));
  await fill(maker, url, filmId, 'TRAILER_IMAGE', await makePicture(640, 360));
  const write = { requestId: randomUUID(), filmId };
  await call(maker.api, url, 'film.v1.StudioService/UpdateFilm', { ...write, ...FILM_DETAILS, ...details });
  await untilTranscoded(maker, url, video);
  await untilTranscoded(maker, url, trailer);
  if (!publish) return filmId;
  // The film learns of its video by an event.
  await expect(async () => {
    await call(maker.api, url, 'film.v1.StudioService/PublishFilm', { requestId: randomUUID(), filmId });
  }).toPass({ timeout: 60_000 });
  if (approvedBy) await approve(approvedBy, url, filmId);
  return filmId;
}

export const approve = (staffMember: Member, url: string, filmId: string) =>
  call(staffMember.api, url, 'film.v1.FilmBackOfficeService/SetFilmFlags', {
    requestId: randomUUID(),
    filmId,
    isApproved: true,
  });

const trailerClip = () => makeClip({ seconds: 3, width: 320, height: 180, fps: 12 });

export const unlock = (viewer: Member, url: string, filmId: string) =>
  call(viewer.api, url, 'film.v1.WatchService/UnlockFilm', { requestId: randomUUID(), filmId });
