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
