import type { IncomingMessage } from 'node:http';
import { ServerResponse } from 'node:http';
import { cookieNames, cookieWriter, readCookie } from './cookies.ts';

const HTTP = new URL('http://localhost:3000');
const HTTPS = new URL('https://marquee.example');

const asked = (cookie: string) => ({ headers: { cookie } }) as unknown as IncomingMessage;
const answer = () => new ServerResponse({ method: 'GET' } as IncomingMessage);

test('cookie names differ by port over http, and are pinned to the host over https [SYS-01:cookies]', () => {
  const [one, two] = [cookieNames(HTTP), cookieNames(new URL('http://localhost:3001'))];
  for (const cookie of ['session', 'challenge', 'known', 'fresh', 'signedIn'] as const) {
    expect(one[cookie]).not.toBe(two[cookie]);
    expect(cookieNames(HTTPS)[cookie]).toMatch(/^__Host-/);
  }
  expect(cookieNames(new URL('http://localhost')).session).toBe('marquee-session-80');
});

test('cookies are HttpOnly, SameSite=Lax and, over https, Secure [SYS-06:cookies]', () => {
  for (const [url, secure] of [
    [HTTP, ''],
    [HTTPS, '; Secure'],
  ] as const) {
    const response = answer();
    cookieWriter(url).set(response, 'session', 'abc', 60);
    expect(response.getHeader('set-cookie')).toEqual([
      `session=abc; Path=/; HttpOnly; SameSite=Lax; Max-Age=60${secure}`,
    ]);
    cookieWriter(url).clear(response, 'session');
    expect(response.getHeader('set-cookie')).toEqual([`session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure}`]);
  }
});

test('a readable cookie differs by HttpOnly only', () => {
  const response = answer();
  cookieWriter(HTTPS).setReadable(response, 'signed-in', '1', 60);
  expect(response.getHeader('set-cookie')).toEqual(['signed-in=1; Path=/; SameSite=Lax; Max-Age=60; Secure']);
});

test('a cookie that is set twice is sent once', () => {
  const response = answer();
  const writer = cookieWriter(HTTP);
  writer.set(response, 'session', 'one', 60);
  writer.set(response, 'session-of-another', 'kept', 60);
  writer.set(response, 'session', 'two', 60);
  const names = [response.getHeader('set-cookie')].flat().map((cookie) => String(cookie).split(';')[0]);
  expect(names).toEqual(['session-of-another=kept', 'session=two']);
});

test('reads a cookie among others, and none from an oversized header', () => {
  expect(readCookie(asked('a=1; session=abc; b=2'), 'session')).toBe('abc');
  expect(readCookie(asked('xsession=abc'), 'session')).toBeUndefined();
  expect(readCookie(asked(`session=abc; ${'x'.repeat(16_384)}`), 'session')).toBeUndefined();
});
