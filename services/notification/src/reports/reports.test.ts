import { randomUUID } from 'node:crypto';
import { Code } from '@connectrpc/connect';
import { ConnectionRequestedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { MailReportService } from '@marquee/contracts/notification/v1/mail_report_pb';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { feedbackReport, statusReport } from '../testing/mail-reports.ts';
import { notificationService, signInLink, smtpServer } from '../testing/notification-service.ts';
import { createMailMarks } from './mail-marks.ts';
import { readMailReport } from './read-mail-report.ts';

const invitation = { filmId: 'film-1', filmTitle: 'Low Tide', credit: 'Sound', inviterName: 'Maeve Byrne' };

async function setUp() {
  const server = await smtpServer();
  const MAIL_RETURN_PATH = 'bounces@marquee.example';
  const notification = await notificationService({ SMTP_URL: server.url, MAIL_RETURN_PATH });
  const gateway = clientFor(notification.service, MailReportService, viewers.service('gateway'));
  const report = (message: Uint8Array) => gateway.receiveMailReport({ message });
  /** What its mail server may report of the mail that somebody got last. */
  const reported = async (recipient: string) => {
    await eventually(() => server.received.includes(recipient), 60_000);
    const at = server.received.lastIndexOf(recipient);
    return { recipient, to: server.senders[at] ?? '', mail: server.raws[at] ?? '' };
  };
  const ended = (count: number) =>
    eventually(async () => {
      const all = await notification.deliveries();
      expect(all).toHaveLength(count);
      expect(all.filter(({ state }) => state === 'WAITING')).toEqual([]);
      return all.map(({ state, failure }) => failure || state);
    }, 60_000);
  return { ...notification, server, report, reported, ended };
}

/** What a report of a delivery is about, which needs no mail of it. */
const marked = (deliveryId: string, recipient = 'ana@example.com') => {
  const mark = createMailMarks('t'.repeat(32)).markOf(deliveryId, recipient);
  return { to: `bounces+${mark}@marquee.example`, recipient, mail: '' };
};

test('a mail that comes back later is a bounce of its account, whose address only the report names [NOT-05:bounces] [AUT-16:bounce]', async () => {
  const { issue, report, reported, ended, neighbours, db, lines } = await setUp();
  await issue(signInLink('ana@example.com'));
  const mail = await reported('ana@example.com');
  expect(mail.to).toMatch(/^bounces\+[0-9a-f]{32}-[0-9a-f]{20}@marquee\.example$/);
  expect(await ended(1)).toEqual(['SENT']);

  neighbours.bouncesUnavailable = true;
  await expect(report(statusReport(mail))).rejects.toMatchObject({ code: Code.Unavailable });
  neighbours.bouncesUnavailable = false;
  for (const _time of ['once', 'twice']) await report(statusReport(mail));
  expect(await ended(1)).toEqual(['BOUNCED_LATER']);
  expect(neighbours.bounces).toContainEqual(
    expect.objectContaining({
      email: 'ana@example.com',
      diagnostic: 'smtp; 550 5.1.1 <a…@example.com> no such user here',
    }),
  );
  expect(lines().filter(({ msg }) => msg === 'a mail that was sent was reported')).toMatchObject([
    { kind: 'CHALLENGE', failure: 'BOUNCED_LATER' },
  ]);
  expect(JSON.stringify([lines(), await db.query('SELECT * FROM deliveries')])).not.toContain('ana@example');
}, 120_000);

test.each(['5.7.1', '5.2.2', '5.3.4', '5.1.8', '5.0.0'])(
  'a mail that failed with %s is known as such, and its account still gets mail [NOT-05:bounces]',
  async (status) => {
    const { issue, report, reported, ended, neighbours } = await setUp();
    await issue(signInLink('ana@example.com'));
    const mail = await reported('ana@example.com');
    expect(await ended(1)).toEqual(['SENT']);
    await report(statusReport(mail, { status }));
    expect(await ended(1)).toEqual(['BOUNCED_LATER']);
    expect(neighbours.bounces).toEqual([]);
  },
  120_000,
);

test('identity learns of a bounce once, and of none that is reported a week later [NOT-05:bounces]', async () => {
  const { issue, report, reported, ended, neighbours, clock } = await setUp();
  await issue(signInLink('ana@example.com'));
  const mail = await reported('ana@example.com');
  expect(await ended(1)).toEqual(['SENT']);
  for (const _time of ['once', 'again']) await report(statusReport(mail));
  expect(neighbours.bounces).toHaveLength(1);

  await issue(signInLink('ben@example.com'));
  const late = await reported('ben@example.com');
  expect(await ended(2)).toContain('SENT');
  clock.advance(7 * 86_400_000 + 1);
  await report(statusReport(late));
  expect(await ended(2)).toEqual(['BOUNCED_LATER', 'BOUNCED_LATER']);
  expect(neighbours.bounces).toHaveLength(1);
}, 120_000);

test('only a message with a mark is read, and a word that is too long for an address holds none [NOT-05:bounces]', async () => {
  const mark = `${'0'.repeat(32)}-${'0'.repeat(20)}`;
  const reportOf = (to: string, recipient: string) => readMailReport(statusReport({ to, recipient, mail: '' }));
  expect(await reportOf('bounces@marquee.example', 'ana@example.com')).toBeUndefined();
  const to = `bounces+${mark}@marquee.example`;
  expect((await reportOf(to, 'ana@example.com'))?.addresses).toContain('ana@example.com');
  const addresses = (await reportOf(to, `${'a'.repeat(65)}@example.com`))?.addresses ?? [];
  expect(addresses.filter((address) => address.startsWith('a'))).toEqual([]);
  const many = Array.from({ length: 200 }, (_, n) => `X: a${n}@example.com\r\n`).join('');
  const report = await readMailReport(statusReport({ to, recipient: 'ana@example.com', mail: many }));
  expect(report?.addresses).toHaveLength(100);
  const marks = Array.from({ length: 9 }, (_, n) => `X: ${mark.replace(/^0/, String(n))}\r\n`).join('');
  expect((await readMailReport(statusReport({ to, recipient: 'ana@example.com', mail: marks })))?.marks).toHaveLength(
    5,
  );
});

test('a message of more lines than a report has is not taken apart [NOT-05:bounces]', async () => {
  const to = `bounces+${'0'.repeat(32)}-${'0'.repeat(20)}@marquee.example`;
  const reportOf = (lines: number) => {
    const mail = `Subject: Hello\r\n${'X: y\r\n'.repeat(lines)}`;
    return readMailReport(statusReport({ to, recipient: 'ana@example.com', mail }));
  };
  expect(await reportOf(7_900)).toMatchObject({ kind: 'BOUNCE' });
  expect(await reportOf(8_000)).toBeUndefined();
});

test('a report that overtakes what is known of its mail is asked for again', async () => {
  const { db, report, neighbours } = await setUp();
  const id = randomUUID();
  const due = new Date('2999-01-01T00:00:00Z');
  await db.query(
    "INSERT INTO deliveries (id, kind, subject_id, created_at, due_at) VALUES ($1, 'CHALLENGE', 'x', $2, $2)",
    [...[id, due]],
  );
  for (const message of [feedbackReport(marked(id)), statusReport(marked(id))]) {
    await expect(report(message)).rejects.toMatchObject({ code: Code.Unavailable });
  }
  expect(neighbours.bounces).toEqual([]);
});

test("who complains about a day's mail gets no mail about notices [NOT-05:complaints]", async () => {
  const { db, report } = await setUp();
  const [id, accountId] = [randomUUID(), randomUUID()];
  await db.query(
    `INSERT INTO deliveries (id, kind, subject_id, state, created_at, sent_at)
     VALUES ($1, 'NOTICE_DIGEST', $2, 'SENT', now(), now())`,
    [id, `${accountId}/2026-11-20`],
  );
  await report(feedbackReport(marked(id)));
  const off = 'SELECT 1 FROM notice_preferences WHERE account_id = $1 AND NOT enabled AND kind = $2';
  expect(await db.query(off, [accountId, 'CONNECTION_REQUESTED'])).toHaveLength(1);
});

test('what is no bounce, or is about nothing of ours, changes nothing [NOT-05:bounces]', async () => {
  const { issue, report, reported, ended, neighbours } = await setUp();
  await issue(signInLink('ana@example.com'));
  const mail = await reported('ana@example.com');
  expect(await ended(1)).toEqual(['SENT']);
  const forged = { ...mail, recipient: 'ben@example.com', mail: '', to: mail.to };
  for (const message of [
    statusReport(mail, { action: 'delayed', status: '4.4.1' }),
    statusReport(mail, { action: 'failed', status: '4.4.7' }),
    statusReport(mail, { action: 'delivered', status: '2.0.0' }),
    feedbackReport(mail, 'not-spam'),
    // The address of somebody who was not written to.
    statusReport(forged),
    statusReport({ ...mail, to: `bounces+${'0'.repeat(32)}-${'0'.repeat(20)}@marquee.example`, mail: '' }),
    Buffer.from('Subject: I am on holiday\r\n\r\nBack on Monday.'),
    Buffer.from('\u0000\u0001'),
  ]) {
    await report(message);
  }
  expect(await ended(1)).toEqual(['SENT']);
  expect(neighbours.bounces).toEqual([]);
  for (const message of [new Uint8Array(), new Uint8Array(262_145)]) {
    await expect(report(message)).rejects.toMatchObject({ code: Code.InvalidArgument });
  }
}, 120_000);

test('who complains about an invitation gets no further one, and who complains about a notice no mail about notices [NOT-05:complaints]', async () => {
  const { invite, emit, issue, report, reported, ended, neighbours, db } = await setUp();
  await invite({ ...invitation, email: 'ana@example.com' });
  expect(await ended(1)).toEqual(['SENT']);
  await report(feedbackReport(await reported('ana@example.com')));
  await invite({ ...invitation, email: 'ana@example.com', filmId: 'film-2' });
  expect((await ended(2)).sort()).toEqual(['COMPLAINED', 'RECIPIENT_REFUSED']);

  const benId = randomUUID();
  neighbours.addresses.set(benId, { email: 'ben@example.com', firstName: 'Ben' });
  const ask = () => emit(ConnectionRequestedSchema, { requesterId: randomUUID(), recipientId: benId });
  await ask();
  const mail = await reported('ben@example.com');
  expect(await ended(3)).toContain('SENT');
  await report(feedbackReport(mail));
  const off = 'SELECT 1 FROM notice_preferences WHERE account_id = $1 AND channel = $2 AND NOT enabled AND kind = $3';
  expect(await db.query(off, [benId, 'EMAIL', 'CONNECTION_REQUESTED'])).toHaveLength(1);
  expect(await db.query(off, [benId, 'EMAIL', 'ORDER_REFUNDED'])).toHaveLength(1);
  // Mails for signing in still reach both.
  for (const email of ['ana@example.com', 'ben@example.com']) await issue(signInLink(email));
  expect((await ended(5)).filter((state) => state === 'SENT')).toHaveLength(2);
}, 120_000);
