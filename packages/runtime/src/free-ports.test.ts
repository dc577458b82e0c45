import { createServer } from 'node:net';
import { claimPort, freePort, freePorts } from './free-ports.ts';

test('free ports differ, and lie below those of outgoing connections', async () => {
  const ports = await freePorts(20);
  expect(new Set(ports).size).toBe(20);
  expect(ports.filter((port) => port < 20_000 || port >= 32_000)).toEqual([]);
});

test('a free port stays reserved while its process lives, although nobody listens on it', async () => {
  // Above the range of others, so that the few ports of this one are its own.
  const range = { from: 32_100, to: 32_110 };
  const given = await freePorts(3, range);
  const rest = await Promise.allSettled(Array.from({ length: 30 }, () => freePorts(1, range)));
  const others = rest.flatMap((found) => (found.status === 'fulfilled' ? found.value : []));
  expect(others.filter((port) => given.includes(port))).toEqual([]);
  expect(new Set(others).size).toBe(others.length);
  await expect(freePorts(10, range)).rejects.toThrow('There are no 10 free ports.');
});

test('a port is claimed when nobody listens on it; 0 is any', async () => {
  const port = await freePort();
  await expect(claimPort(port, '127.0.0.1')).resolves.toBe(port);
  // It was released again.
  await expect(claimPort(port, '127.0.0.1')).resolves.toBe(port);
  expect(await claimPort(0, '127.0.0.1')).toBeGreaterThan(0);
});

test('a port in use is refused with what to do, another problem as it is', async () => {
  const server = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen({ port, host: '127.0.0.1' }, resolve));
  await expect(claimPort(port, '127.0.0.1')).rejects.toThrow(`Port ${port} is in use. Set another PORT.`);
  await new Promise((resolve) => server.close(resolve));
  await expect(claimPort(port, '192.0.2.1')).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' });
});
