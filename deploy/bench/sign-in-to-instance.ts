import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { APIRequestContext } from '@playwright/test';

const POLLS = 200;
const POLL_MS = 100;

type Message = { to: string; links: string[] };

/** Signs a browser in by the link in the development inbox, and unlocks a film for it. */
export async function signInAndUnlock(api: APIRequestContext, url: string, email: string, filmId: string) {
  await call(api, url, 'identity.v1.AuthService/StartSignIn', { email });
  const link = await linkTo(url, email);
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
  await call(api, url, 'identity.v1.AuthService/ConfirmLink', { token });
  await call(api, url, 'film.v1.WatchService/UnlockFilm', { requestId: randomUUID(), filmId });
}

async function call(api: APIRequestContext, url: string, method: string, data: object): Promise<void> {
  const headers = { 'content-type': 'application/json', origin: url, 'sec-fetch-site': 'same-origin' };
  const answer = await api.post(`${url}/rpc/${method}`, { data, headers });
  if (!answer.ok()) throw new Error(`${method}: ${answer.status()} ${await answer.text()}`);
}

async function linkTo(url: string, email: string): Promise<string> {
  for (let poll = 0; poll < POLLS; poll += 1) {
    const messages = (await (await fetch(`${url}/dev/inbox.json`)).json()) as Message[];
    const links = messages.find(({ to }) => to === email)?.links ?? [];
    const link = links.find((candidate) => candidate.includes('/auth/confirm'));
    if (link) return link;
    await delay(POLL_MS);
  }
  throw new Error(`no sign-in link came for ${email}`);
}
