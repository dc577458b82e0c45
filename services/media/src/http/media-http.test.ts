import { signalRevocation } from '@marquee/runtime/revocations';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { eventually } from '@marquee/testing/eventually';
import { httpServerOf } from '@marquee/testing/http-server-of';
import { recordingLog } from '@marquee/testing/recording-log';
import { mediaService } from '../testing/media-service.ts';

test.each([
  ['session', ({ sessionId }: AccountViewer) => ({ sessionId })],
  ['account', ({ accountId }: AccountViewer) => ({ accountId })],
] as const)('a token whose %s was revoked opens no upload, neither a new one nor its own', async (_, revoked) => {
  const media = await mediaService();
  const maker = media.maker();
  const created = await media.create(maker, 1_000);
  const location = created.headers.get('location') ?? '';
  expect(created.status).toBe(201);
  expect((await media.send(maker, location, 0, Buffer.alloc(10))).status).toBe(204);

  signalRevocation(media.platform.signals, revoked(maker), media.platform.clock.now());
  await eventually(async () => expect((await media.send(maker, location, 10, Buffer.alloc(10))).status).toBe(401));
  expect((await media.create(maker, 1_000)).status).toBe(401);
  const headers = { ...media.headers(maker), 'Tus-Resumable': '1.0.0' };
  for (const method of ['HEAD', 'DELETE']) {
    expect((await fetch(media.url(location), { method, headers })).status).toBe(401);
  }
  expect(await media.platform.db.query('SELECT 1 FROM assets')).toHaveLength(1);
});

test('a request that is refused or fails is logged with its status and reason, and without its token', async () => {
  const { log, lines, text } = recordingLog();
  const media = await mediaService({ env: { TRANSCODE_WORKER: '0' }, log });
  const ask = (path: string, init?: RequestInit) => fetch(media.url(path), init);
  expect((await ask('/uploadsomething')).status).toBe(404);
  const posted = await ask('/media/images/x/320.webp', { method: 'POST' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  const playback = `/v/secret-token/${media.newId()}/master.m3u8`;
  expect((await ask(playback)).status).toBe(403);
  expect((await (await ask(playback, { method: 'HEAD' })).text()).length).toBe(0);
  await media.platform.db.query('ALTER TABLE pictures RENAME TO pictures_unavailable');
  const failed = await ask(`/media/images/${media.newId()}/320.webp`);
  await media.platform.db.query('ALTER TABLE pictures_unavailable RENAME TO pictures');
  expect([failed.status, await failed.json()]).toMatchObject([500, { reason: 'INTERNAL' }]);
  const logged = lines().filter(({ msg }) => msg.startsWith('a media request'));
  expect(logged.map(({ level, status, msg, reason }) => [level, status, msg, reason])).toEqual([
    ['info', 404, 'a media request was refused', 'MEDIA_NOT_FOUND'],
    ['info', 403, 'a media request was refused', 'PLAYBACK_FORBIDDEN'],
    ['info', 403, 'a media request was refused', 'PLAYBACK_FORBIDDEN'],
    ['error', 500, 'a media request failed', undefined],
  ]);
  expect(text()).not.toContain('secret-token');
});

test('connections have limits: slow headers, silence, and more idle time than proxies keep them for', async () => {
  const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
  expect(await httpServerOf(Number(new URL(media.url('/')).port))).toMatchObject({
    ...{ headersTimeout: 30_000, timeout: 60_000, requestTimeout: 0, keepAliveTimeout: 72_000 },
  });
});
