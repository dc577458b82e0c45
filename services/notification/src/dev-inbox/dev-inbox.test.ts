import { request } from 'node:http';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { testDatabase } from '@marquee/testing/test-database';
import { carrierContract } from '../mail/carrier-contract.ts';
import { notificationService, signInLink } from '../testing/notification-service.ts';
import { devInbox } from './dev-inbox.ts';

carrierContract('the development inbox', async () => {
  const db = await testDatabase('notification');
  const inbox = devInbox({ db, clock: fixedClock('2026-11-20T12:00:00Z') });
  return {
    carrier: inbox.carrier('EMAIL'),
    carried: async () => (await inbox.list()).map(({ to, subject, text, html }) => ({ to, subject, text, html })),
    leave: () => db.close(),
  };
});

function get(port: number, path: string, host = `127.0.0.1:${port}`, method = 'GET') {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers: { host } }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

test('the inbox is a page and a list, newest first, that nobody may keep or frame', async () => {
  const { issue, inbox, service } = await notificationService();
  const port = service.httpPort as number;
  expect((await get(port, '/dev/inbox')).body).toContain('No messages yet');
  await issue({ ...signInLink('first@example.com'), device: '<script>alert(1)</script>' });
  await eventually(async () => expect(await inbox()).toHaveLength(1));
  await issue(signInLink('second@example.com'));
  await eventually(async () =>
    expect((await inbox()).map(({ to }) => to)).toEqual(['second@example.com', 'first@example.com']),
  );

  const page = await get(port, '/dev/inbox');
  expect(page.status).toBe(200);
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' });
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.body).toContain('http://127.0.0.1:3000/auth/confirm#token=token-for-second');
  expect(page.body).not.toContain('<script');
});

test('a name that somebody points at this machine does not open the inbox', async () => {
  const { service } = await notificationService();
  const port = service.httpPort as number;
  for (const host of ['evil.example', 'evil.example:3000', 'localhost.evil.example']) {
    expect((await get(port, '/dev/inbox.json', host)).status).toBe(421);
  }
  for (const host of ['localhost:3000', '127.0.0.1:3000', `[::1]:${port}`]) {
    expect((await get(port, '/dev/inbox.json', host)).status).toBe(200);
  }
});

test('nothing else is answered', async () => {
  const { service } = await notificationService();
  const port = service.httpPort as number;
  expect((await get(port, '/dev/other')).status).toBe(404);
  expect((await get(port, '/dev/inbox', undefined, 'POST')).status).toBe(405);
});

test('without DEV_INBOX there is no page at all', async () => {
  const { service } = await notificationService({ SMTP_URL: 'smtp://127.0.0.1:1' });
  expect(service.httpPort).toBeUndefined();
});
