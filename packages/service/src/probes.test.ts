import { type Probes, serveProbes } from './probes.ts';

let probes: Probes;
beforeEach(async () => {
  probes = await serveProbes({ host: '127.0.0.1', port: 0 });
});
afterEach(() => probes.close());

const ask = async (path: string, init?: RequestInit) => {
  const response = await fetch(`http://127.0.0.1:${probes.port}${path}`, init);
  return [response.status, await response.text()];
};

test('a process lives from its first moment, and is ready once it has started and nothing is wrong', async () => {
  expect(await ask('/livez')).toEqual([200, 'ok\n']);
  expect(await ask('/startupz')).toEqual([503, 'start: starting\n']);
  expect(await ask('/readyz')).toEqual([503, 'start: starting\n']);
  probes.started();
  expect(await ask('/startupz')).toEqual([200, 'ok\n']);
  expect(await ask('/readyz')).toEqual([200, 'ok\n']);
});

test('what is wrong is said in a line each; it neither kills the process nor undoes its start', async () => {
  probes.started();
  probes.report('database', 'the database does not answer');
  probes.report('drain', 'draining');
  expect(await ask('/readyz')).toEqual([503, 'database: the database does not answer\ndrain: draining\n']);
  expect(await ask('/livez')).toEqual([200, 'ok\n']);
  expect(await ask('/startupz')).toEqual([200, 'ok\n']);
  probes.report('database', undefined);
  expect(await ask('/readyz')).toEqual([503, 'drain: draining\n']);
});

test('nothing else is answered', async () => {
  expect((await ask('/'))[0]).toBe(404);
  expect((await ask('/readyz', { method: 'POST' }))[0]).toBe(404);
});

test('probes answer HEAD, and metrics only where there are some; a scrape that hangs keeps no process alive', async () => {
  expect(await ask('/livez', { method: 'HEAD' })).toEqual([200, '']);
  expect((await ask('/metrics'))[0]).toBe(404);
  const text = { answer: async () => 'films 7\n' };
  const measured = await serveProbes({
    ...{ host: '127.0.0.1', port: 0 },
    metrics: { contentType: 'text/plain; version=0.0.4', text: () => text.answer() },
  });
  const scrape = async (method = 'GET') => {
    const response = await fetch(`http://127.0.0.1:${measured.port}/metrics`, { method });
    return [response.status, await response.text(), response.headers.get('cache-control')];
  };
  expect(await scrape()).toEqual([200, 'films 7\n', 'no-store']);
  expect((await scrape('POST'))[0]).toBe(404);
  text.answer = () => Promise.reject(new Error('no reading'));
  expect((await scrape()).slice(0, 2)).toEqual([500, 'no reading\n']);

  const asked = Promise.withResolvers<void>();
  text.answer = () => {
    asked.resolve();
    return new Promise(() => {});
  };
  const hanging = scrape().catch(() => 'broken off');
  await asked.promise;
  await measured.close();
  expect(await hanging).toBe('broken off');
  await expect(scrape()).rejects.toThrow();
});

test('a port that is in use is refused', async () => {
  await expect(serveProbes({ host: '127.0.0.1', port: probes.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
