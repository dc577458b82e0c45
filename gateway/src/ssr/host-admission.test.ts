import { createHash } from 'node:crypto';
import { expect, jest, test } from '@jest/globals';
import { openMetrics } from '@marquee/runtime/telemetry/open-metrics';
import { eventually } from '@marquee/testing/eventually';
import { errors, get, given, host, left, origin, received, renders, server, text } from '../testing/ssr-host.ts';

/** Makes the film's loader wait, and says when this many pages wait in it. */
function slowFilm() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const signals: AbortSignal[] = [];
  given.answer = async () => {
    signals.push(...renders.slice(signals.length).map(({ signal }) => signal));
    await promise;
    return { content: given.content };
  };
  return {
    finish: resolve,
    loading: (count: number) => eventually(() => expect(signals).toHaveLength(count)),
    signals,
  };
}

const asked = (count: number) => eventually(() => expect(received).toBe(count));

test('a page over the share of an address is refused with 503, a time to wait, and a page that says so', async () => {
  const film = slowFilm();
  const served = [get('/feed/1'), get('/feed/2')];
  await asked(2);
  // Those who are refused together come back spread over four seconds.
  const chance = jest.spyOn(Math, 'random').mockReturnValue(0.999);
  const refused = await get('/feed/3', { accept: 'text/html,*/*;q=0.8' });
  expect(refused.status).toBe(503);
  const waitS = refused.headers.get('retry-after');
  expect(waitS).toBe('5');
  expect(refused.headers.get('cache-control')).toBe('no-store');
  expect(refused.headers.get('x-content-type-options')).toBe('nosniff');
  const page = await refused.text();
  expect(page).toContain('<h1>Marquee is very busy right now.</h1>');
  expect(page).toContain(`tries again by itself in ${waitS} seconds`);
  const style = createHash('sha256')
    .update(/<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? '')
    .digest('base64');
  expect(refused.headers.get('content-security-policy')).toContain(`style-src 'sha256-${style}'`);

  chance.mockReturnValue(0);
  const part = await get('/feed/3.data');
  expect([part.status, part.headers.get('content-type')]).toEqual([503, 'text/plain; charset=utf-8']);
  expect(await part.text()).toBe('Marquee is very busy right now. Please try again in 2 seconds.\n');
  chance.mockRestore();
  expect(await (await get('/feed/3', {}, 'HEAD')).text()).toBe('');

  film.finish();
  for (const page of await Promise.all(served)) expect(page.status).toBe(200);
  expect(errors).toEqual([]);
});

test('pages of the viewer have the same share', async () => {
  const film = slowFilm();
  const served = [get('/feed/1'), get('/feed/2')];
  await asked(2);
  expect((await get('/account')).status).toBe(503);
  film.finish();
  await Promise.all(served);
  expect((await get('/account')).status).toBe(200);
});

test('a cached page is served while renders are refused, and joining a render takes no share', async () => {
  expect((await get('/feed/kept')).status).toBe(200);
  const film = slowFilm();
  const served = [get('/feed/1'), get('/feed/2'), get('/feed/1'), get('/feed/1')];
  await asked(5);
  expect((await get('/feed/3')).status).toBe(503);
  expect((await get('/feed/kept')).status).toBe(200);
  film.finish();
  expect((await Promise.all(served)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test('a render that waits is not begun when its reader has left, and one that runs is aborted', async () => {
  const film = slowFilm();
  const [running, waiting] = [new AbortController(), new AbortController()];
  const pages = [running, waiting].map(({ signal }, index) =>
    fetch(`${origin}/feed/${index}`, { signal }).catch((error: Error) => error.name),
  );
  await asked(2);
  await film.loading(1);
  waiting.abort();
  expect(await pages[1]).toBe('AbortError');
  await eventually(() => expect(left).toBe(1));
  running.abort();
  expect(await pages[0]).toBe('AbortError');
  await eventually(() => expect(film.signals[0]?.aborted).toBe(true));
  film.finish();
  expect((await get('/feed/3')).status).toBe(200);
  expect(renders.map((page) => page.kind === 'public' && page.address)).toEqual(['/feed/0', '/feed/3']);
  expect(errors).toEqual([]);
});

test('nothing is rendered for a reader who left before the page began', async () => {
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    response.destroy();
    host.handler(request, response, (error) => errors.push(error));
  });
  await expect(get('/account')).rejects.toThrow();
  expect([renders, errors]).toEqual([[], []]);
});

test('refused pages are measured, and a page that was begun under its route [SYS-04:metrics]', async () => {
  const metrics = openMetrics({ service: 'gateway' });
  const film = slowFilm();
  const served = [get('/feed/1'), get('/feed/2')];
  await asked(2);
  expect((await get('/feed/3')).status).toBe(503);
  // The author of a write joins no render that began before it.
  expect((await get('/feed/1', { cookie: `fresh=${Date.now()}` })).status).toBe(503);
  for (const route of ['other', '/feed/:filmId']) {
    const series = `marquee_page_seconds_count{route="${route}",status="503",cache="none",service="gateway"}`;
    expect(await metrics.text()).toContain(`${series} 1\n`);
  }
  film.finish();
  await Promise.all(served);
  metrics.close();
});

test('the cookie of a write bypasses only pages that began to be rendered before it', async () => {
  await text('/feed/1');
  given.now = 60_000;
  await text('/feed/1');
  given.now = 62_000;
  const wrote = (agoMs: number) => ({ cookie: `fresh=${Date.now() - agoMs}` });
  await text('/feed/1', wrote(2_300));
  expect(renders).toHaveLength(2);
  await text('/feed/1', wrote(1_500));
  expect(renders).toHaveLength(3);
  // Of no use to who makes it up: a time to come, and what is no time.
  for (const cookie of [`fresh=${Date.now() + 60_000}`, 'fresh=', 'fresh=soon']) await text('/feed/1', { cookie });
  expect(renders).toHaveLength(3);
});
