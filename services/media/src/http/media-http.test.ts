import { signalRevocation } from '@marquee/runtime/revocations';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { eventually } from '@marquee/testing/eventually';
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
