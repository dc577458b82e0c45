import type { AddressInfo } from 'node:net';
import { eventually } from '@marquee/testing/eventually';
import { listenLocally } from '@marquee/testing/listen-locally';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { challengeMail } from '../messages/challenge-messages.ts';
import { createMailMarks } from '../reports/mail-marks.ts';
import { carrierContract } from '../testing/carrier-contract.ts';
import { type Carrier, PermanentRefusal } from './mailer.ts';
import { askMailServer, smtpMailer } from './smtp-mailer.ts';

type Refusal = { at: 'RCPT' | 'DATA' | 'MAIL'; code: number; text: string };

const message = challengeMail({
  ...{ language: 'en', timeZone: '' },
  publicUrl: 'https://films.example',
  linkToken: 'token-of-the-link',
  code: '',
  firstName: 'Zoë',
  purpose: 'CREATE_ACCOUNT',
  device: 'Safari on iPhone',
  place: '',
  startedAt: new Date('2026-11-20T09:00:00Z'),
  expiresAt: new Date('2026-11-20T09:10:00Z'),
  now: new Date('2026-11-20T09:00:00Z'),
});

let server: SMTPServer;
let mailer: Carrier;
let refusal: Refusal | undefined;
let connections: { made: number; open: number; mostOpen: number };
/** Messages are taken once this resolves. */
let taking: Promise<void>;
let received: { mail: Email; recipients: string[]; sender: string }[];

function refuse(at: Refusal['at']): Error | null {
  if (refusal?.at !== at) return null;
  return Object.assign(new Error(refusal.text), { responseCode: refusal.code });
}

beforeEach(async () => {
  refusal = undefined;
  received = [];
  connections = { made: 0, open: 0, mostOpen: 0 };
  taking = Promise.resolve();
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onConnect: (_session, done) => {
      connections.made += 1;
      connections.open += 1;
      connections.mostOpen = Math.max(connections.mostOpen, connections.open);
      done();
    },
    onClose: () => {
      connections.open -= 1;
    },
    onMailFrom: (_address, _session, done) => done(refuse('MAIL')),
    onRcptTo: (_address, _session, done) => done(refuse('RCPT')),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const { mailFrom } = session.envelope;
        const sender = mailFrom ? mailFrom.address : '';
        received.push({ mail: await PostalMime.parse(Buffer.concat(chunks)), recipients, sender });
        await taking;
        done(refuse('DATA'));
      });
    },
  });
  const port = await listenLocally(server.server);
  mailer = smtpMailer({
    url: `smtp://127.0.0.1:${port}`,
    from: 'Marquee <no-reply@films.example>',
    publicUrl: 'https://films.example',
  });
});

afterEach(async () => {
  mailer.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

carrierContract(
  'mail over SMTP',
  async () => ({
    carrier: mailer,
    carried: async () =>
      received.flatMap(({ mail: { subject = '', text = '', html = '', headers, attachments }, recipients }) =>
        recipients.map((to) => ({
          ...{ to, subject, text: text.trim(), html: html.trim(), files: attachments.map(fileOf) },
          oneClickUrl: oneClickUrlIn(headers),
        })),
      ),
    leave: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }),
  (how, text = '') => {
    refusal = how === 'no longer' ? undefined : { at: 'RCPT', code: how === 'for good' ? 550 : 451, text };
  },
);

const fileOf = ({ filename, content }: Email['attachments'][number]) => ({
  ...{ filename: filename ?? '', content: Buffer.from(content as ArrayBuffer).toString() },
});

/** As RFC 8058 has it: an address between angle brackets, with the header that says that a POST is enough. */
function oneClickUrlIn(headers: Email['headers']): string {
  const textOf = (name: string) => headers.find(({ key }) => key === name)?.value;
  if (textOf('list-unsubscribe-post') !== 'List-Unsubscribe=One-Click') return '';
  return /^<(\S+)>$/.exec(textOf('list-unsubscribe') ?? '')?.[1] ?? '';
}

const outgoing = { id: '0197-delivery', to: 'zoe@example.com', message };

test('a mail arrives with its text, its HTML, its link and one recipient', async () => {
  await mailer.send(outgoing);
  const [arrived] = received;
  expect(arrived?.recipients).toEqual(['zoe@example.com']);
  expect(arrived?.sender).toBe('no-reply@films.example');
  expect(arrived?.mail).toMatchObject({
    subject: 'Confirm your email to join Marquee',
    messageId: '<0197-delivery@films.example>',
    from: { name: 'Marquee', address: 'no-reply@films.example' },
    to: [{ address: 'zoe@example.com' }],
  });
  expect(arrived?.mail.text).toContain('https://films.example/auth/confirm#token=token-of-the-link');
  expect(arrived?.mail.html).toContain('href="https://films.example/auth/confirm#token=token-of-the-link"');
  expect(arrived?.mail.html).toContain('Welcome, Zoë');
  expect(arrived?.mail.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  );
});

test('a permanent refusal of the message itself is distinguished from a failure as well [AUT-16:bounce]', async () => {
  refusal = { at: 'DATA', code: 554, text: '5.7.1 Message refused' };
  const error = await mailer.send(outgoing).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PermanentRefusal);
  expect((error as PermanentRefusal).diagnostic).toContain('554');
});

test.each([
  ['RCPT', 550, '5.1.1 No such user', true],
  ['RCPT', 550, 'No such user', true],
  ['DATA', 550, '5.2.1 Mailbox disabled', true],
  ['RCPT', 552, '5.2.2 Mailbox full', false],
  ['RCPT', 550, '5.7.1 Blocked by a list', false],
  ['DATA', 552, '5.3.4 Message too big', false],
  ['DATA', 554, 'Rejected', false],
] as const)('a refusal at %s with %i %s says whether the address is gone', async (at, code, text, addressGone) => {
  refusal = { at, code, text };
  const error = await mailer.send(outgoing).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'PermanentRefusal', addressGone });
});

test.each([
  ['DATA', 452, '4.3.1 Insufficient storage'],
  ['MAIL', 553, '5.7.1 Sender not allowed'],
] as const)('a refusal at %s with %i may pass and is no bounce', async (at, code, text) => {
  refusal = { at, code, text };
  const error = await mailer.send(outgoing).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(PermanentRefusal);
});

test('with a return path of its own, an address cannot add recipients either', async () => {
  const port = (server.server.address() as AddressInfo).port;
  const returning = smtpMailer({
    ...{
      url: `smtp://127.0.0.1:${port}`,
      from: 'Marquee <no-reply@films.example>',
      publicUrl: 'https://films.example',
    },
    ...{ returnPath: 'bounces@films.example', marks: createMailMarks('k'.repeat(32)) },
  });
  await returning.send(outgoing);
  await returning.send({ ...outgoing, to: 'zoe@example.com, other@example.com' }).catch(() => undefined);
  returning.close();
  expect(received[0]).toMatchObject({
    ...{ recipients: ['zoe@example.com'], sender: expect.stringMatching(/^bounces\+/) },
  });
  expect(received.flatMap(({ recipients }) => recipients)).not.toContain('other@example.com');
});

test('a mailer that was closed refuses what comes instead of keeping it waiting', async () => {
  await mailer.send(outgoing);
  mailer.close();
  await expect(mailer.send(outgoing)).rejects.toMatchObject({ code: expect.any(String) });
  expect(received).toHaveLength(1);
});

test('a password goes to a server elsewhere over TLS only, unless its address says otherwise', async () => {
  const names: (string | undefined)[] = [];
  const open = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: ({ username }, _session, done) => {
      names.push(username);
      done(null, { user: username });
    },
    onData: (stream, _session, done) => void stream.resume().on('end', done),
  });
  // An address of this machine that is not one of its loopback's.
  const url = `smtp://somebody:secret@0.0.0.0:${await listenLocally(open.server)}`;
  const options = { from: 'Marquee <no-reply@films.example>', publicUrl: 'https://films.example' };
  const [careful, careless] = [
    smtpMailer({ url, ...options }),
    smtpMailer({ url: `${url}?requireTLS=false`, ...options }),
  ];
  await expect(careful.send(outgoing)).rejects.toThrow('STARTTLS');
  expect(names).toEqual([]);
  await careless.send(outgoing);
  expect(names).toEqual(['somebody']);
  careful.close();
  careless.close();
  await new Promise<void>((resolve) => open.close(() => resolve()));
});

test('why a mail server lets nobody in is said by codes alone, since it may repeat the password', async () => {
  const echoing = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: ({ username, password }, _session, done) => done(new Error(`No ${username} with ${password}`)),
  });
  const address = `127.0.0.1:${await listenLocally(echoing.server)}`;
  const problemOf = (url: string) => askMailServer(url).catch((error: Error) => error);
  const refused = await problemOf(`smtp://somebody:secret@${address}`);
  expect(refused).toEqual(
    new Error('the mail server cannot be used (code EAUTH, responseCode 535, command AUTH PLAIN)'),
  );
  expect((refused as Error).cause).toBeUndefined();
  await new Promise<void>((resolve) => echoing.close(() => resolve()));
  expect(await problemOf(`smtp://${address}`)).toEqual(
    new Error('the mail server cannot be used (code ESOCKET, command CONN)'),
  );
});

test('a connection carries a hundred messages, and a mailer opens three at once', async () => {
  for (let index = 0; index < 100; index += 1) await mailer.send({ ...outgoing, id: `first-${index}` });
  expect(connections.made).toBe(1);
  await mailer.send(outgoing);
  expect(connections.made).toBe(2);

  const { promise, resolve } = Promise.withResolvers<void>();
  taking = promise;
  received = [];
  const sent = Array.from({ length: 8 }, (_, index) => mailer.send({ ...outgoing, id: `more-${index}` }));
  await eventually(() => received.length === 3);
  resolve();
  await Promise.all(sent);
  expect(received).toHaveLength(8);
  expect(connections.mostOpen).toBe(3);
});
