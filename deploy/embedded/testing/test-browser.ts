import { randomUUID } from 'node:crypto';
import { eventually } from '@marquee/testing/eventually';

const MAIL_MS_MAX = 60_000;

export type TestBrowser = ReturnType<typeof testBrowser>;

/** A browser without a screen: keeps cookies, requests pages, and calls methods as a page of the site does. */
export function testBrowser(origin: string) {
  const cookies = new Map<string, string>();

  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ 'user-agent': 'Mozilla/5.0', accept: 'text/html', ...Object(init.headers) });
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(new URL(path, origin), { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0\b/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }

  async function call<T>(method: string, body: object): Promise<T> {
    const response = await request(`/rpc/${method}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', accept: 'application/json', 'sec-fetch-site': 'same-origin' },
    });
    if (!response.ok) throw new Error(`${method}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Follows the link of the newest mail. */
  async function confirmByMail(email: string): Promise<void> {
    const link = await eventually(async () => {
      const mails = (await (await request('/dev/inbox.json')).json()) as { to: string; links: string[] }[];
      return mails.find(({ to }) => to === email)?.links.find((to) => to.includes('/auth/confirm')) ?? false;
    }, MAIL_MS_MAX);
    const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
    await call('identity.v1.AuthService/ConfirmLink', { token });
  }

  return {
    request,
    call,
    async signIn(email: string): Promise<void> {
      await call('identity.v1.AuthService/StartSignIn', { requestId: randomUUID(), email });
      await confirmByMail(email);
    },
    async createAccount(email: string): Promise<void> {
      const names = { firstName: 'Ada', lastName: 'Start', country: 'US' };
      await call('identity.v1.AuthService/StartCreateAccount', { requestId: randomUUID(), email, ...names });
      await confirmByMail(email);
    },
    cookieNames: () => [...cookies.keys()],
    /** The status of a page, read to its end. */
    async page(path: string): Promise<number> {
      const response = await request(path);
      await response.arrayBuffer();
      return response.status;
    },
  };
}
