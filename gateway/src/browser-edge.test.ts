import type { IncomingMessage } from 'node:http';
import { openPlaces } from '@marquee/geo/places';
import { silentLog } from '@marquee/testing/silent-log';
import { backOfficePath } from './back-office.ts';
import { clientAddress } from './client-address.ts';
import { clientOfRequest } from './client-of-request.ts';
import { hostCheck } from './host-check.ts';

const asked = (headers: Record<string, string>, remoteAddress = '192.0.2.1') =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage;

const named = (...hosts: (string | undefined)[]) => ({
  headers: { host: hosts[0] },
  rawHeaders: hosts.flatMap((host) => (host === undefined ? [] : ['Host', host])),
});

test('answers for the host of its public address alone', () => {
  const isOurs = hostCheck(new URL('https://marquee.example'));
  expect(isOurs(named('marquee.example'))).toBe(true);
  expect(isOurs(named('MARQUEE.example'))).toBe(true);
  for (const other of [undefined, '', 'evil.example', 'marquee.example.evil.example', 'marquee.example:8443']) {
    expect(isOurs(named(other))).toBe(false);
  }
});

test('on loopback its names are one, at its port alone', () => {
  const isOurs = hostCheck(new URL('http://localhost:4000'));
  expect(isOurs(named('localhost:4000', 'localhost:4000'))).toBe(false);
  for (const name of ['localhost:4000', '127.0.0.1:4000', '[::1]:4000']) expect(isOurs(named(name))).toBe(true);
  for (const name of ['localhost', 'localhost:4001', 'evil.example:4000']) expect(isOurs(named(name))).toBe(false);
});

test('believes as many proxies as are ours, and no claim left of them', () => {
  const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' };
  expect(clientAddress(asked(headers), 0)).toBe('192.0.2.1');
  expect(clientAddress(asked(headers), 1)).toBe('198.51.100.7');
  expect(clientAddress(asked(headers), 2)).toBe('203.0.113.9');
  expect(clientAddress(asked({}, '::ffff:192.0.2.1'), 1)).toBe('192.0.2.1');
});

test('services learn the address, the user agent, the place and the language of the browser [AUT-20:place] [SET-07:browser]', async () => {
  const clientOf = clientOfRequest(openPlaces({ log: silentLog }), 1, 'marquee-language-4000');
  const headers = {
    'x-forwarded-for': '10.0.0.1, 193.136.128.1',
    'user-agent': 'Firefox',
    'accept-language': 'fr-CA, en;q=0.5',
  };
  expect(await clientOf(asked(headers))).toEqual({
    ip: '193.136.128.1',
    userAgent: 'Firefox',
    place: { country: 'PT' },
    language: 'fr',
  });
  const chosen = { ...headers, cookie: 'marquee-language-4000=es' };
  expect(await clientOf(asked(chosen))).toMatchObject({ language: 'es' });
  const unknown = { ...headers, cookie: 'marquee-language-4000=xx' };
  expect(await clientOf(asked(unknown))).toMatchObject({ language: 'fr' });
  expect(await clientOf(asked({}))).toEqual({ ip: '192.0.2.1', userAgent: '', place: undefined, language: 'en' });
});

test('any address is distinguished from the back office, readable or not', () => {
  expect(backOfficePath('/superadmin')).toBe('/superadmin');
  expect(backOfficePath('/superadmin/content?show=waiting')).toBe('/superadmin/content');
  for (const other of ['//', '//superadmin', '/', '/superadministration', 'http://', '/?/superadmin']) {
    expect(backOfficePath(other)).toBeUndefined();
  }
});
