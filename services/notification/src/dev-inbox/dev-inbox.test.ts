import { request } from 'node:http';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { recordingLog } from '@marquee/testing/recording-log';
import { testDatabase } from '@marquee/testing/test-database';
import { noTextCarrier } from '../mail/mailer.ts';
import { carrierContract } from '../testing/carrier-contract.ts';
import { notificationService, signInLink } from '../testing/notification-service.ts';
import { devInbox } from './dev-inbox.ts';
import { serveDevInbox } from './dev-inbox-http.ts';

carrierContract('the development inbox', async () => {
  const db = await testDatabase('notification');
  const inbox = devInbox({ db, clock: fixedClock('2026-11-20T12:00:00Z') });
  return {
    carrier: inbox.carrier('EMAIL'),
    carried: async () =>
      Promise.all(
        (await inbox.list()).map(async ({ id, to, subject, text, html, oneClickUrl, attachments }) => ({
          ...{ to, subject, text, html, oneClickUrl },
          files: await Promise.all(
            attachments.map(async ({ filename }, index) => ({
              ...{ filename, content: Buffer.from((await inbox.attachment(id, index))?.content ?? []).toString() },
            })),
          ),
        })),
      ),
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

test('files of a mail are listed, and downloaded as they were attached', async () => {
  const { service, db } = await notificationService();
  const port = service.httpPort as number;
  const inbox = devInbox({ db, clock: fixedClock('2026-11-20T12:00:00Z') });
  const files = [
    { filename: 'billets "été".pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-1.7') },
    { filename: 'tickets.ics', contentType: 'text/calendar', content: Buffer.from('BEGIN:VCALENDAR') },
  ];
  const message = { template: '', subject: 'Tickets', text: '', html: '', links: [], code: '', attachments: files };
  await inbox.carrier('EMAIL').send({ id: 'x', to: 'noor@example.com', message });

  const page = await get(port, '/dev/inbox');
  const listed = JSON.parse((await get(port, '/dev/inbox.json')).body)[0].attachments;
  expect(listed).toMatchObject([
    { filename: 'billets "été".pdf', contentType: 'application/pdf', bytes: 8 },
    { filename: 'tickets.ics', contentType: 'text/calendar', bytes: 15 },
  ]);
  const [pdf, calendar] = listed.map(({ path }: { path: string }) => path) as [string, string];
  expect(page.body).toContain(`<a href="${calendar}" download="tickets.ics">tickets.ics</a>`);
  const downloaded = await get(port, pdf);
  expect([downloaded.status, downloaded.body]).toEqual([200, '%PDF-1.7']);
  expect(downloaded.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': "attachment; filename*=UTF-8''billets%20%22%C3%A9t%C3%A9%22.pdf",
  });
  for (const path of [calendar.replace('/1', '/2'), '/dev/inbox/x/files/0', `${pdf}/0`]) {
    expect((await get(port, path)).status).toBe(404);
  }
});

test('a name that somebody points at this machine does not open the inbox', async () => {
  const { service } = await notificationService();
  const port = service.httpPort as number;
  for (const host of ['evil.example', 'evil.example:3000', 'localhost.evil.example', '%']) {
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

test('an inbox that cannot be read is answered with 500, and the log says why', async () => {
  const { log, lines } = recordingLog();
  const failing = () => Promise.reject(new Error('no table'));
  const inbox = { carrier: () => noTextCarrier, list: failing, attachment: failing };
  const about = { inbox, publicUrl: 'https://films.example', log };
  const server = await serveDevInbox({ ...about, port: 0 });
  const answer = await get(server.port, '/dev/inbox.json', 'films.example');
  expect([answer.status, answer.body]).toEqual([500, 'The development inbox failed; the log says why.\n']);
  expect(lines()).toMatchObject([
    { level: 'error', err: { message: 'no table' }, msg: 'the development inbox failed' },
  ]);
  const head = await get(server.port, '/dev/inbox.json', undefined, 'HEAD');
  expect([head.status, head.body]).toEqual([500, '']);

  await expect(serveDevInbox({ ...about, port: server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await server.close();
  await expect(get(server.port, '/dev/inbox')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('the newest hundred messages are shown, and the newest five hundred are kept', async () => {
  const db = await testDatabase('notification');
  const inbox = devInbox({ db, clock: fixedClock('2026-11-20T12:00:00Z') });
  await db.query(`INSERT INTO dev_inbox_messages (id, channel, address, sent_at, subject, text, html, links, code)
    SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'EMAIL', n::text, now(), '', '', '', '{}', ''
    FROM generate_series(1, 500) n`);
  const message = { subject: 'newest', text: '', html: '', links: [], code: '', template: '' };
  await inbox.carrier('EMAIL').send({ id: 'x', to: 'newest', message } as never);
  const kept = await db.query<{ address: string }>('SELECT address FROM dev_inbox_messages ORDER BY id');
  expect([kept.length, kept[0]?.address, kept.at(-1)?.address]).toEqual([500, '2', 'newest']);
  const shown = await inbox.list();
  expect([shown.length, shown[0]?.to]).toEqual([100, 'newest']);
});
