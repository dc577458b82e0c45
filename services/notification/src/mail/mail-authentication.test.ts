import { generateKeyPairSync } from 'node:crypto';
import { ConnectionRequestedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { MailReportService } from '@marquee/contracts/notification/v1/mail_report_pb';
import { NoticeService } from '@marquee/contracts/notification/v1/notice_pb';
import { NoticeSettingsService } from '@marquee/contracts/notification/v1/notice_settings_pb';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { pushService } from '@marquee/testing/push-service';
import { viewers } from '@marquee/testing/viewers';
import { authenticate } from 'mailauth';
import { notificationConfig } from '../config.ts';
import { crewInvitationMail } from '../messages/crew-invitation-mail.ts';
import { createMailMarks } from '../reports/mail-marks.ts';
import { statusReport } from '../testing/mail-reports.ts';
import { notificationService, smtpServer } from '../testing/notification-service.ts';
import { smtpMailer } from './smtp-mailer.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const RECORDS: Record<string, string> = {
  'key1._domainkey.films.example': `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`,
  'mail.films.example': 'v=spf1 ip4:192.0.2.7 -all',
  '_dmarc.films.example': 'v=DMARC1; p=reject',
};
const resolver = async (name: string, type: string): Promise<string[][]> => {
  const record = type === 'TXT' ? RECORDS[name] : undefined;
  if (record === undefined) throw Object.assign(new Error('no record'), { code: 'ENOTFOUND' });
  return [[record]];
};

async function sent() {
  const server = await smtpServer();
  const mailer = smtpMailer({
    ...{ url: server.url, from: 'Marquee <no-reply@films.example>', publicUrl: 'https://films.example' },
    ...{ returnPath: 'bounces@mail.films.example', marks: createMailMarks('k'.repeat(32)) },
    dkim: { keySelector: 'key1', privateKey: pem },
  });
  const message = crewInvitationMail({
    ...{
      language: 'fr',
      timeZone: '',
      publicUrl: 'https://films.example',
      refusalToken: 'h.s',
      invitationToken: 'i.s',
    },
    ...{ filmTitle: 'Île d’été', firstName: 'Zoë', credit: 'Son', role: '', inviterName: 'Maeve Byrne' },
  });
  await mailer.send({ id: '0197aaaa-bbbb-7ccc-8ddd-eeeeffff0000', to: 'ana@example.com', message });
  mailer.close();
  const [raw = '', sender = ''] = [server.raws[0], server.senders[0]];
  return { raw, sender, check: (text: string, ip?: string) => check(sender, text, ip) };
}

/** What a mail server that receives the mail makes of it. */
const check = (sender: string, text: string, ip = '192.0.2.7') =>
  authenticate(text, { sender, ip, helo: 'mail.films.example', mta: 'mx.example.com', resolver, disableBimi: true });

test('a mail is signed with its stop headers, and its return path is of the domain of its sender: DKIM, SPF and DMARC pass [NOT-05:authentication]', async () => {
  const { raw, sender, check } = await sent();
  expect(sender).toMatch(/^bounces\+0197aaaabbbb7ccc8dddeeeeffff0000-[0-9a-f]{20}@mail\.films\.example$/);
  const { dkim, spf, dmarc } = await check(raw);
  expect(dkim.results.map(({ status }) => status.result)).toEqual(['pass']);
  const signed = /DKIM-Signature:[\s\S]*?\bh=([\s\S]*?);/i.exec(raw)?.[1]?.replace(/\s/g, '').toLowerCase().split(':');
  expect(signed).toEqual(
    expect.arrayContaining(['from', 'to', 'subject', 'date', 'list-unsubscribe', 'list-unsubscribe-post']),
  );
  expect(spf && spf.status.result).toBe('pass');
  expect(dmarc).toMatchObject({ status: { result: 'pass' }, alignment: { spf: { result: 'mail.films.example' } } });
  expect(dmarc && dmarc.alignment.dkim.result).toBe('films.example');
});

test('a mail whose text or stop header was changed, or that comes from elsewhere, does not pass', async () => {
  const { raw, check } = await sent();
  const results = async (text: string, ip?: string) => {
    const { dkim, spf } = await check(text, ip);
    return [dkim.results[0]?.status.result, spf && spf.status.result];
  };
  expect(await results(raw.replace(/unsubscribe\?token=h/, 'unsubscribe?token=x'))).toEqual(['fail', 'pass']);
  expect((await results(`${raw}more\r\n`))[0]).not.toBe('pass');
  expect(await results(raw, '198.51.100.9')).toEqual(['pass', 'fail']);
});

test('a notice is a badge at once, a push message, and part of a day’s mail that any program shows and servers believe; its bounce is noted [NOT-05]', async () => {
  const server = await smtpServer();
  const { service, clock, neighbours, signals, emit, deliveries } = await notificationService({
    ...{ SMTP_URL: server.url, PUBLIC_URL: 'https://films.example', PUSH_LOOPBACK: '1' },
    ...{ MAIL_FROM: 'Marquee <no-reply@films.example>', MAIL_RETURN_PATH: 'bounces@mail.films.example' },
    ...{ DKIM_PRIVATE_KEY: pem, DKIM_SELECTOR: 'key1' },
  });
  const [ada, ben] = [viewers.movieLover(), viewers.movieLover()];
  const { accountId } = ben;
  neighbours.people.set(ada.accountId, { firstName: 'Ada', lastName: 'Lovelace' });
  neighbours.addresses.set(accountId, { email: 'ben@example.com', firstName: 'Ben' });
  const own = clientFor(service, NoticeSettingsService, ben);
  const { settings: before } = await own.getNoticeSettings({});
  const browsers = await pushService(() => before?.pushPublicKey ?? '');
  await own.addPushSubscription(browsers.subscribe('phone'));
  await own.setMailDigest({ enabled: true, timeZone: 'Europe/Lisbon' });
  const versions: string[] = [];
  signals.subscribe(`notices:${accountId}`, ({ version }) => versions.push(version));

  await emit(ConnectionRequestedSchema, { requesterId: ada.accountId, recipientId: accountId });
  await eventually(() => expect(versions).toEqual(['1']), 60_000);
  expect((await clientFor(service, NoticeService, ben).countUnread({ accountId })).unread).toBe(1);
  const text = 'Ada Lovelace would like to connect with you.';
  await eventually(() => expect(browsers.pushed).toMatchObject([{ browser: 'phone', message: { text } }]), 60_000);
  await emit(ConnectionRequestedSchema, { requesterId: viewers.movieLover().accountId, recipientId: accountId });
  await eventually(() => expect(versions).toEqual(['1', '2']), 60_000);

  // It is nine in Lisbon now: the mail is tomorrow's.
  expect(server.received).toEqual([]);
  clock.advance(86_400_000);
  await eventually(() => expect(server.received).toEqual(['ben@example.com']), 60_000);
  const [mail, raw = '', sender = ''] = [server.mails[0], server.raws[0], server.senders[0]];
  expect(mail?.subject).toBe('Your day on Marquee: Connect Request and more');
  expect(raw).toMatch(/^Content-Type: multipart\/alternative/im);
  for (const part of [mail?.text, mail?.html]) expect(part).toContain(text);
  // What programs leave out or ask about first: anything from elsewhere, scripts, forms, frames.
  expect(mail?.html).not.toMatch(/<(img|script|link|iframe|form)\b|url\(|src=/i);
  const passed = { status: { result: 'pass' } };
  expect(await check(sender, raw)).toMatchObject({ dkim: { results: [passed] }, spf: passed, dmarc: passed });

  const gateway = clientFor(service, MailReportService, viewers.service('gateway'));
  const report = statusReport({ recipient: 'ben@example.com', to: sender, mail: raw });
  await eventually(async () => expect((await deliveries()).every(({ state }) => state === 'SENT')).toBe(true), 60_000);
  await gateway.receiveMailReport({ message: report });
  expect(neighbours.bounces).toMatchObject([{ email: 'ben@example.com' }]);
  expect((await deliveries()).map(({ failure }) => failure).sort()).toEqual(['', '', 'BOUNCED_LATER']);
}, 240_000);

const settings = {
  ...{
    PUBLIC_URL: 'https://films.example',
    SMTP_URL: 'smtp://127.0.0.1',
    MAIL_FROM: 'Marquee <no-reply@films.example>',
  },
  ...{ CURSOR_KEY: 'c'.repeat(32), REFUSAL_HASH_KEY: 'h'.repeat(32), REFUSAL_TOKEN_KEY: 't'.repeat(32) },
  VAPID_SECRET: 'v'.repeat(32),
};

test.each(['bounces@films.example', 'bounces@mail.films.example', 'bounces@example', 'ten-signs-@films.example'])(
  'bounces come back to the organization of the sender: %s',
  (MAIL_RETURN_PATH) => {
    const { error } = notificationConfig.safeParse({ ...settings, MAIL_RETURN_PATH });
    expect(error?.issues.filter(({ message }) => /SPF|characters/.test(message)) ?? []).toEqual([]);
  },
);

test('a key of as many bits as mail servers ask for signs', () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  expect(notificationConfig.safeParse({ ...settings, DKIM_PRIVATE_KEY: privateKey }).success).toBe(true);
});

test.each([
  [{ MAIL_RETURN_PATH: 'bounces@other.example' }, 'MAIL_RETURN_PATH'],
  [{ MAIL_RETURN_PATH: 'much-too-long@films.example' }, 'MAIL_RETURN_PATH'],
  [{ DKIM_PRIVATE_KEY: 'no key' }, 'DKIM_PRIVATE_KEY'],
  [
    {
      DKIM_PRIVATE_KEY: generateKeyPairSync('rsa', {
        modulusLength: 1_024,
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        publicKeyEncoding: { type: 'spki', format: 'pem' },
      }).privateKey,
    },
    'DKIM_PRIVATE_KEY',
  ],
])('settings by which no mail would be believed are refused: %#', (wrong, name) => {
  expect(notificationConfig.safeParse(settings).success).toBe(true);
  const { error } = notificationConfig.safeParse({ ...settings, ...wrong });
  expect(error?.issues.map(({ path }) => path.join())).toEqual([name]);
});
