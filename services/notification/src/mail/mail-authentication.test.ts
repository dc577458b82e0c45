import { generateKeyPairSync } from 'node:crypto';
import { authenticate } from 'mailauth';
import { notificationConfig } from '../config.ts';
import { crewInvitationMail } from '../messages/crew-invitation-mail.ts';
import { createMailMarks } from '../reports/mail-marks.ts';
import { smtpServer } from '../testing/notification-service.ts';
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
  const check = (text: string, ip = '192.0.2.7') =>
    authenticate(text, { sender, ip, helo: 'mail.films.example', mta: 'mx.example.com', resolver, disableBimi: true });
  return { raw, sender, check };
}

test('a mail is signed with its stop headers, and its return path is of the domain of its sender: DKIM, SPF and DMARC pass [NOT-05]', async () => {
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

const settings = {
  ...{
    PUBLIC_URL: 'https://films.example',
    SMTP_URL: 'smtp://127.0.0.1',
    MAIL_FROM: 'Marquee <no-reply@films.example>',
  },
  ...{ CURSOR_KEY: 'c'.repeat(32), REFUSAL_HASH_KEY: 'h'.repeat(32), REFUSAL_TOKEN_KEY: 't'.repeat(32) },
  VAPID_SECRET: 'v'.repeat(32),
};

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
