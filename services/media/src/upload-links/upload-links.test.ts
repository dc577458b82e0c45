import { Code } from '@connectrpc/connect';
import { FilmOwnerChangedSchema } from '@marquee/contracts/events/v1/film_pb';
import { AccountSuspendedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { UploadState } from '@marquee/contracts/media/v1/media_pb';
import { UploadLinkService, UploadLinkState } from '@marquee/contracts/media/v1/upload_link_pb';
import type { AccountViewer, Viewer } from '@marquee/runtime/viewer';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { publishEvent } from '@marquee/testing/publish-event';
import { viewers } from '@marquee/testing/viewers';
import sharp from 'sharp';
import { mediaService } from '../testing/media-service.ts';
import { noonOfToday } from '../testing/noon-of-today.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const picture = () =>
  sharp({ create: { width: 80, height: 80, channels: 3, background: '#a03020' } })
    .jpeg()
    .toBuffer();

/** Media with a film of a maker, and what the browser of a partner does, who has no account. */
async function linkedFilm(env: Record<string, string> = {}) {
  const clock = noonOfToday();
  const media = await mediaService({ clock, env: { TRANSCODE_WORKER: '0', ...env } });
  const maker = media.maker();
  const filmId = media.newId();
  media.films.set(filmId, { ownerId: maker.accountId, title: 'Salt' });
  const as = (viewer: Viewer) => clientFor(media.server, UploadLinkService, viewer);
  const asked = { filmId, slot: 'POSTER_IMAGE', partnerName: 'Studio Ocho', days: 7, filesMax: 3 };
  const create = async (changes: Partial<typeof asked> = {}, viewer: AccountViewer = maker) => {
    const { link } = await as(viewer).createUploadLink({ requestId: media.newId(), ...asked, ...changes });
    if (!link) throw new Error('no link');
    return link;
  };
  const tus = (method: string, path: string, token: string, headers: Record<string, string>, body?: Buffer) =>
    fetch(media.url(path), {
      method,
      headers: { 'Tus-Resumable': '1.0.0', 'upload-link': token, ...headers },
      ...(body && { body: new Uint8Array(body) }),
    });
  /** Metadata that asks for another film and slot is what an attacker would send. */
  const begin = (token: string, size: number, about: Record<string, string> = {}) => {
    const metadata = Object.entries({ filename: 'poster.jpg', ...about }).map(
      ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
    );
    return tus('POST', '/uploads', token, { 'Upload-Length': String(size), 'Upload-Metadata': metadata.join(',') });
  };
  const send = (token: string, path: string, body: Buffer, offset = 0) =>
    tus(
      'PATCH',
      path,
      token,
      { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
      body,
    );
  const upload = async (token: string, body: Buffer, about?: Record<string, string>) => {
    const path = (await begin(token, body.length, about)).headers.get('location') ?? '';
    expect((await send(token, path, body)).status).toBe(204);
    return path.slice('/uploads/'.length);
  };
  const open = (token: string) => as(viewers.visitor()).openUploadLink({ token });
  return { media, clock, maker, filmId, as, create, tus, begin, send, upload, open };
}

const reasonOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { reason: string }).reason,
];

test('a partner without an account uploads by a link, and the file is the maker’s [STU-11:partner]', async () => {
  const { media, maker, filmId, create, upload, open } = await linkedFilm();
  const { token, ...link } = await create();
  expect(link).toMatchObject({ filmId, slot: 'POSTER_IMAGE', partnerName: 'Studio Ocho', files: 0, filesMax: 3 });
  const id = await upload(token, await picture(), { slot: 'FILM_VIDEO', filmId: media.newId() });
  expect(await media.checked(maker, id)).toMatchObject({
    state: UploadState.READY,
    ownerId: maker.accountId,
    filmId,
    slot: 'POSTER_IMAGE',
  });
  const { assets } = await media.rpc(maker).listUploads({ filmId, pageSize: 10 });
  expect(assets.map((asset) => asset.id)).toEqual([id]);
  expect(await open(token)).toMatchObject({
    filmTitle: 'Salt',
    slot: 'POSTER_IMAGE',
    state: UploadLinkState.OPEN,
    files: 1,
    sent: [{ assetId: id, fileName: 'poster.jpg', state: UploadState.READY, refusedMessage: '' }],
  });
});

test('only who may edit the film makes links for it, and sees and withdraws their own', async () => {
  const { media, maker, filmId, as, create, open } = await linkedFilm();
  const stranger = media.maker();
  await expect(create({}, stranger)).rejects.toMatchObject({ reason: 'FILM_NOT_YOURS' });
  await expect(create({}, viewers.movieLover())).rejects.toMatchObject({ code: Code.PermissionDenied });
  const { id, token } = await create();
  expect((await as(stranger).listUploadLinks({ filmId })).links).toEqual([]);
  expect((await as(maker).listUploadLinks({ filmId })).links).toMatchObject([{ id, token }]);
  await expect(as(stranger).revokeUploadLink({ linkId: id })).rejects.toMatchObject({
    reason: 'UPLOAD_LINK_NOT_FOUND',
  });
  expect((await open(token)).state).toBe(UploadLinkState.OPEN);
  const { link } = await as(maker).revokeUploadLink({ linkId: id });
  expect(link?.state).toBe(UploadLinkState.REVOKED);
});

test.each([
  [{ days: 0 }, 'A link is valid for 1 to 30 days.'],
  [{ days: 31 }, 'A link is valid for 1 to 30 days.'],
  [{ filesMax: 11 }, 'A link is for 1 to 10 files.'],
  [{ partnerName: ' ' }, 'Please say who gets this link.'],
  [{ slot: 'POSTER' }, 'Please say what this link is for.'],
])('a link with %j is refused', async (changes, message) => {
  const { create } = await linkedFilm();
  await expect(create(changes)).rejects.toMatchObject({ fields: [{ message }] });
});

test('a token that was changed or made up opens nothing, and a link gives no access to other uploads', async () => {
  const { media, maker, create, begin, tus, send, open } = await linkedFilm();
  const [one, other] = [await create(), await create()];
  const forged = [
    `${one.id}.${other.token.split('.')[1]}`,
    `${one.id}.`,
    `${media.newId()}.AAAA`,
    'x',
    one.token.slice(0, -1),
  ];
  for (const token of forged) {
    expect(await reasonOf(await begin(token, 10))).toEqual([404, 'UPLOAD_LINK_UNKNOWN']);
    await expect(open(token)).rejects.toMatchObject({ reason: 'UPLOAD_LINK_UNKNOWN' });
  }
  const own = (await media.create(maker, 10)).headers.get('location') ?? '';
  const others = (await begin(other.token, 10)).headers.get('location') ?? '';
  for (const path of [own, others]) {
    expect((await tus('HEAD', path, one.token, {})).status).toBe(403);
    expect((await tus('DELETE', path, one.token, {})).status).toBe(403);
    expect(await reasonOf(await send(one.token, path, Buffer.alloc(10)))).toEqual([403, 'UPLOAD_NOT_YOURS']);
  }
  // Without link and account.
  expect(await reasonOf(await begin('', 10))).toEqual([401, 'SIGN_IN_NEEDED']);
});

test('a link takes as many files as it allows, also when they begin at once; a cancelled one does not count', async () => {
  const { create, begin, tus, open } = await linkedFilm();
  const { token } = await create({ filesMax: 1 });
  const tries = await Promise.all([1, 2, 3].map(() => begin(token, 10)));
  expect(tries.map(({ status }) => status).sort()).toEqual([201, 403, 403]);
  const refused = tries.find(({ status }) => status === 403) as Response;
  expect(await reasonOf(refused)).toEqual([403, 'UPLOAD_LINK_USED_UP']);
  expect((await open(token)).state).toBe(UploadLinkState.USED_UP);
  const path = tries.find(({ status }) => status === 201)?.headers.get('location') ?? '';
  expect((await tus('HEAD', path, token, {})).status).toBe(200);
  expect((await tus('DELETE', path, token, {})).status).toBe(204);
  expect((await begin(token, 10)).status).toBe(201);
});

test('a link ends by time, when it is withdrawn and with its maker’s suspension, also for a file under way', async () => {
  const { media, clock, maker, as, create, begin, send, open } = await linkedFilm();
  const path = async (token: string) => (await begin(token, 10)).headers.get('location') ?? '';
  const ended = async (token: string, under: string) => {
    expect(await reasonOf(await send(token, under, Buffer.alloc(10)))).toEqual([403, 'UPLOAD_LINK_ENDED']);
    expect(await reasonOf(await begin(token, 10))).toEqual([403, 'UPLOAD_LINK_ENDED']);
  };
  const revoked = await create();
  const underRevoked = await path(revoked.token);
  await as(maker).revokeUploadLink({ linkId: revoked.id });
  await ended(revoked.token, underRevoked);
  expect((await open(revoked.token)).state).toBe(UploadLinkState.REVOKED);

  const [short, long] = [await create({ days: 1 }), await create({ days: 30 })];
  const [underShort, underLong] = [await path(short.token), await path(long.token)];
  clock.advance(DAY_MS);
  await ended(short.token, underShort);
  expect((await open(short.token)).state).toBe(UploadLinkState.EXPIRED);

  const { bus } = media.platform;
  const about = { aggregateId: maker.accountId, aggregateVersion: 2n, occurredAt: clock.now() };
  await publishEvent(bus, AccountSuspendedSchema, { accountId: maker.accountId }, about);
  await eventually(async () => expect((await open(long.token)).state).toBe(UploadLinkState.REVOKED));
  await ended(long.token, underLong);
});

test('a film has ten links that can be used', async () => {
  const { maker, as, create } = await linkedFilm();
  const made = [];
  for (let count = 0; count < 10; count += 1) made.push(await create());
  await expect(create()).rejects.toMatchObject({ reason: 'TOO_MANY_UPLOAD_LINKS' });
  await as(maker).revokeUploadLink({ linkId: made[0]?.id ?? '' });
  await create();
});

test('a link is kept for 90 days after its end, and the latest fifty of a film are listed', async () => {
  const { media, clock, maker, filmId, as, create } = await linkedFilm();
  const listed = async () => (await as(maker).listUploadLinks({ filmId })).links.map(({ id }) => id);
  const ended = await create({ days: 1 });
  clock.advance(91 * DAY_MS);
  const next = await create();
  expect(await listed()).toEqual([next.id, ended.id]);
  clock.advance(1);
  const last = await create();
  expect(await listed()).toEqual([last.id, next.id]);
  await media.platform.db.query(
    `INSERT INTO upload_links (id, owner_id, film_id, film_title, slot, partner_name, files_max, expires_at)
     SELECT gen_random_uuid(), owner_id, film_id, film_title, slot, partner_name, files_max, expires_at
     FROM upload_links, generate_series(1, 60) WHERE id = $1`,
    [last.id],
  );
  expect(await listed()).toHaveLength(50);
});

test('a film that staff gave to another account takes its files along, and ends the links of the maker before', async () => {
  const { media, maker, filmId, create, upload, open } = await linkedFilm();
  const { token } = await create();
  const id = await upload(token, await picture());
  await media.checked(maker, id);
  const others = await media.upload(maker, { bytes: await picture(), name: 'poster.jpg', slot: 'POSTER_IMAGE' });
  const next = media.maker();
  const { bus, clock } = media.platform;
  const about = { aggregateId: filmId, aggregateVersion: 2n, occurredAt: clock.now() };
  const event = { filmId, ownerId: next.accountId, previousOwnerId: maker.accountId };
  await publishEvent(bus, FilmOwnerChangedSchema, event, about);
  await eventually(async () =>
    expect((await media.rpc(next).getAsset({ assetId: id })).asset?.ownerId).toBe(next.accountId),
  );
  await expect(media.rpc(maker).getAsset({ assetId: id })).rejects.toMatchObject({ reason: 'ASSET_NOT_YOURS' });
  expect((await media.rpc(maker).getAsset({ assetId: others })).asset?.ownerId).toBe(maker.accountId);
  expect((await open(token)).state).toBe(UploadLinkState.REVOKED);
});
