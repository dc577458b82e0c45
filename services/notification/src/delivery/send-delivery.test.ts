import { randomUUID } from 'node:crypto';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { FilmActionKind } from '@marquee/contracts/film/v1/moderation_pb';
import { ChallengeChannel } from '@marquee/contracts/identity/v1/auth_pb';
import { DeliveryService, DeliveryState } from '@marquee/contracts/notification/v1/delivery_pb';
import { InvitationMailService } from '@marquee/contracts/notification/v1/invitation_mail_pb';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { notificationService, signInLink, smtpServer } from '../testing/notification-service.ts';
import { ATTEMPTS_MAX, RETRY_DELAYS_MS } from './delivery.ts';

test('an issued challenge becomes a mail whose link holds the token in the fragment [AUT-07:mail]', async () => {
  const { issue, inbox, deliveries } = await notificationService();
  const subject = await issue(signInLink('noor@example.com'));
  const [entry] = await eventually(async () => {
    const entries = await inbox();
    expect(entries).toHaveLength(1);
    return entries;
  });
  expect(entry).toMatchObject({
    to: 'noor@example.com',
    channel: 'EMAIL',
    subject: 'Your link to sign in to Marquee',
    links: ['http://127.0.0.1:3000/auth/confirm#token=token-for-noor'],
    code: '',
  });
  await eventually(async () =>
    expect(await deliveries()).toEqual([
      { subject, state: 'SENT', attempts: 1, failure: '', address: 'n…@example.com' },
    ]),
  );
});

test('a phone challenge becomes a text message with the code [AUT-08:text]', async () => {
  const { issue, inbox } = await notificationService();
  await issue({ channel: ChallengeChannel.PHONE, phoneNumber: '+15550100', code: '402817' });
  await eventually(async () =>
    expect(await inbox()).toEqual([
      expect.objectContaining({ to: '+15550100', channel: 'SMS', code: '402817', html: '', links: [] }),
    ]),
  );
});

test('a crew invitation is mailed with its way to what is asked [FLM-05:mail]', async () => {
  const { invite, inbox } = await notificationService();
  await invite({
    email: 'ana@example.com',
    filmId: 'film-1',
    invitationToken: 'id.signature',
    filmTitle: 'Low Tide',
    credit: 'Sound',
    inviterName: 'Maeve Byrne',
  });
  await eventually(async () =>
    expect(await inbox()).toEqual([
      expect.objectContaining({
        to: 'ana@example.com',
        subject: 'You are credited on “Low Tide”',
        links: [
          'http://127.0.0.1:3000/credits?invitation=id.signature',
          expect.stringMatching(/^http:\/\/127.0.0.1:3000\/unsubscribe#token=\S{87}$/),
        ],
      }),
    ]),
  );
});

test('a crew invitation to a phone number is a text message with its way to what is asked, which can be refused [NOT-04:refused-text]', async () => {
  const { invite, inbox, service, deliveries } = await notificationService();
  const invitation = { filmId: 'film-1', filmTitle: 'Low Tide', credit: 'Sound', inviterName: 'Maeve Byrne' };
  const phoneNumber = '+351912345678';
  await invite({ ...invitation, phoneNumber, invitationToken: 'id.signature' });
  const [text] = await eventually(async () => {
    const all = await inbox();
    expect(all).toMatchObject([{ to: phoneNumber, channel: 'SMS', subject: '', html: '' }]);
    return all;
  });
  const credit = 'http://127.0.0.1:3000/credits?invitation=id.signature';
  expect(text?.text).toMatch(/^Marquee: Maeve Byrne named you in the crew of “Low Tide”. See the credit: /);
  expect(text?.links[0]).toBe(credit);
  const refusalToken = new URL(text?.links[1] ?? '').hash.replace('#token=', '');
  await clientFor(service, InvitationMailService, viewers.visitor()).setInvitationMails({
    refusalToken,
    refused: true,
  });
  await invite({ ...invitation, phoneNumber, invitationToken: 'other.signature' });
  // Others are still invited, at the same host as well.
  await invite({ ...invitation, phoneNumber: '+351912345679', invitationToken: 'third.signature' });
  await eventually(async () =>
    expect((await deliveries()).map(({ state, failure }) => failure || state)).toEqual([
      ...['SENT', 'RECIPIENT_REFUSED', 'SENT'],
    ]),
  );
});

test("staff's decision on a film is mailed to its maker, once", async () => {
  const { decide, inbox, deliveries } = await notificationService();
  await decide('ana@example.com', { kind: FilmActionKind.CHANGES_REQUESTED, reason: 'Replace <the> poster.' });
  await eventually(async () =>
    expect(await inbox()).toEqual([
      expect.objectContaining({
        to: 'ana@example.com',
        subject: '“Low Tide” needs changes before it is approved',
        text: expect.stringContaining('> Replace <the> poster.'),
        html: expect.stringContaining('Replace &lt;the&gt; poster.'),
        links: [
          'http://127.0.0.1:3000/content/film-1/edit',
          expect.stringMatching(/^http:\/\/127.0.0.1:3000\/unsubscribe#token=n\.[0-9a-f-]{36}\.FILM_DECIDED\./),
        ],
      }),
    ]),
  );
  // One that was overtaken is nobody's notice; one whose maker can get no mail is a notice without a mail.
  await decide('bo@example.com', { ended: true });
  await decide('', { kind: FilmActionKind.APPROVED });
  await eventually(async () =>
    expect((await deliveries()).map(({ state, failure }) => [state, failure])).toEqual([
      ['SENT', ''],
      ['DROPPED', 'NOTHING_TO_SEND'],
    ]),
  );
  expect(await inbox()).toHaveLength(1);
});

test('an event that arrives twice, and two events of one generation, send one mail; a resend sends another', async () => {
  const { issue, inbox } = await notificationService();
  const [challengeId, eventId] = [randomUUID(), randomUUID()];
  await issue(signInLink('a@example.com'), { challengeId, eventId });
  await issue(signInLink('a@example.com'), { challengeId, eventId });
  await issue(signInLink('a@example.com'), { challengeId });
  await issue(signInLink('a@example.com'), { challengeId, generation: 2 });
  await eventually(async () => expect(await inbox()).toHaveLength(2));
  await issue(signInLink('last@example.com'));
  await eventually(async () =>
    expect((await inbox()).map(({ to }) => to)).toEqual(['last@example.com', 'a@example.com', 'a@example.com']),
  );
});

test('what has ended or expired meanwhile is not sent', async () => {
  const { issue, inbox, deliveries } = await notificationService();
  await issue({ ...signInLink('ended@example.com'), ended: true });
  await issue({ ...signInLink('late@example.com'), expiresAt: timestampFromDate(new Date(0)) });
  await eventually(async () =>
    expect((await deliveries()).map(({ state, failure }) => [state, failure])).toEqual([
      ['DROPPED', 'NOTHING_TO_SEND'],
      ['DROPPED', 'NOTHING_TO_SEND'],
    ]),
  );
  expect(await inbox()).toEqual([]);
});

test('a message about what its owner does not know is dropped, and one that bounced before its subject ended stays so', async () => {
  const smtp = await smtpServer();
  const { issue, deliveries, neighbours, clock } = await notificationService({ SMTP_URL: smtp.url });
  const gone = await issue();
  await eventually(async () => expect(await deliveries()).toMatchObject([{ state: 'DROPPED' }]));
  neighbours.bouncesUnavailable = true;
  const bounced = await issue(signInLink('gone@example.com'));
  await eventually(async () =>
    expect(await deliveries()).toMatchObject([
      { subject: gone, state: 'DROPPED', failure: 'SUBJECT_NOT_FOUND' },
      { subject: bounced, state: 'WAITING', failure: 'BOUNCE_NOT_REPORTED' },
    ]),
  );
  neighbours.challenges.set(bounced, { ended: true });
  clock.advance(RETRY_DELAYS_MS[0]);
  await eventually(async () => expect(await deliveries()).toMatchObject([{}, { subject: bounced, state: 'BOUNCED' }]));
});

test('while identity is unavailable a message waits, and is sent when identity is back', async () => {
  const { issue, inbox, deliveries, neighbours, clock, said } = await notificationService();
  neighbours.identityUnavailable = true;
  await issue(signInLink('noor@example.com'));
  await eventually(async () =>
    expect(await deliveries()).toMatchObject([{ state: 'WAITING', attempts: 1, failure: 'OWNER_UNAVAILABLE' }]),
  );
  expect(said()).toEqual(['the owner of a message did not answer', 'work failed and is tried again']);
  neighbours.identityUnavailable = false;
  clock.advance(RETRY_DELAYS_MS[0]);
  await eventually(async () => expect(await inbox()).toHaveLength(1));
  await eventually(() => expect(said().at(-1)).toBe('a delivery ended'));
});

test('a temporary refusal is tried again after a growing pause, and a bounded number of times', async () => {
  const smtp = await smtpServer();
  const { issue, deliveries, clock, neighbours, lines } = await notificationService({ SMTP_URL: smtp.url });
  const expiresAt = timestampFromDate(new Date('2030-01-01T00:00:00Z'));
  await issue({ ...signInLink('busy@example.com'), expiresAt });
  for (const [index, delayMs] of RETRY_DELAYS_MS.entries()) {
    await eventually(async () =>
      expect(await deliveries()).toMatchObject([{ state: 'WAITING', attempts: index + 1, failure: 'REFUSED_FOR_NOW' }]),
    );
    clock.advance(delayMs);
  }
  await eventually(async () => expect(await deliveries()).toMatchObject([{ state: 'FAILED', attempts: ATTEMPTS_MAX }]));
  expect(neighbours.bounces).toEqual([]);
  expect(smtp.received).toEqual([]);
  const refusals = lines().filter(({ msg }) => msg === 'the mail server did not take a message');
  expect(refusals).toHaveLength(ATTEMPTS_MAX);
  expect(refusals[0]).toMatchObject({ level: 'warn', responseCode: 451 });
  await eventually(() =>
    expect(lines().at(-1)).toMatchObject({ level: 'error', msg: 'a message could not be delivered' }),
  );
}, 40_000);

test('a mailbox that was busy gets its mail at the next attempt', async () => {
  const smtp = await smtpServer();
  const { issue, deliveries, clock } = await notificationService({ SMTP_URL: smtp.url });
  await issue(signInLink('busy@example.com'));
  await eventually(async () => expect(await deliveries()).toMatchObject([{ state: 'WAITING', attempts: 1 }]));
  smtp.busy.for = false;
  clock.advance(RETRY_DELAYS_MS[0]);
  await eventually(async () => expect(await deliveries()).toMatchObject([{ state: 'SENT', attempts: 2 }]));
  expect(smtp.received).toEqual(['busy@example.com']);
});

test('a permanent refusal is a bounce, reported to identity without the address in its diagnostic [AUT-16:bounce]', async () => {
  const smtp = await smtpServer();
  const { issue, deliveries, neighbours } = await notificationService({ SMTP_URL: smtp.url });
  await issue(signInLink('gone@example.com'));
  await eventually(async () =>
    expect(await deliveries()).toMatchObject([
      { state: 'BOUNCED', attempts: 1, failure: 'REFUSED_BY_MAIL_SERVER', address: 'g…@example.com' },
    ]),
  );
  expect(neighbours.bounces).toMatchObject([{ email: 'gone@example.com', diagnostic: expect.stringContaining('550') }]);
  expect(neighbours.bounces[0]?.diagnostic).not.toContain('gone@');
});

test('a mail that a full mailbox refuses ends, and its account still gets mail [AUT-16:bounce]', async () => {
  const smtp = await smtpServer();
  const { issue, deliveries, neighbours } = await notificationService({ SMTP_URL: smtp.url });
  await issue(signInLink('full@example.com'));
  await eventually(async () =>
    expect(await deliveries()).toMatchObject([{ state: 'BOUNCED', failure: 'REFUSED_BY_MAIL_SERVER' }]),
  );
  expect(neighbours.bounces).toEqual([]);
});

test('a bounce that identity could not take is reported later, without mailing again', async () => {
  const smtp = await smtpServer();
  const { issue, deliveries, neighbours, clock, said } = await notificationService({ SMTP_URL: smtp.url });
  neighbours.bouncesUnavailable = true;
  await issue(signInLink('gone@example.com'));
  await eventually(async () =>
    expect(await deliveries()).toMatchObject([{ state: 'WAITING', attempts: 1, failure: 'BOUNCE_NOT_REPORTED' }]),
  );
  expect(said()).toContain('a bounce could not be reported to identity');
  neighbours.bouncesUnavailable = false;
  clock.advance(RETRY_DELAYS_MS[0]);
  await eventually(async () => expect(await deliveries()).toMatchObject([{ state: 'BOUNCED', attempts: 2 }]));
  expect(neighbours.bounces).toMatchObject([{ email: 'gone@example.com' }]);
  expect([smtp.refused, smtp.received]).toEqual([['gone@example.com'], []]);
});

test('a message that ends each process that sends it fails in the end, and is not sent any more', async () => {
  const { issue, deliveries, neighbours, clock, db, inbox } = await notificationService();
  neighbours.identityUnavailable = true;
  await issue(signInLink('noor@example.com'));
  await eventually(async () => expect(await deliveries()).toMatchObject([{ state: 'WAITING', attempts: 1 }]));
  neighbours.identityUnavailable = false;
  await db.query("UPDATE deliveries SET failures = $1, leased_until = now() - interval '1 second'", [ATTEMPTS_MAX - 1]);
  clock.advance(RETRY_DELAYS_MS[0]);
  await eventually(async () =>
    expect(await deliveries()).toMatchObject([{ state: 'FAILED', attempts: 2, failure: 'WORKER_LOST' }]),
  );
  expect(await inbox()).toEqual([]);
});

test('without a provider text messages fail with a clear reason, and are not tried again', async () => {
  const smtp = await smtpServer();
  const { issue, deliveries } = await notificationService({ SMTP_URL: smtp.url });
  await issue({ channel: ChallengeChannel.PHONE, phoneNumber: '+15550100', code: '402817' });
  await eventually(async () =>
    expect(await deliveries()).toMatchObject([{ state: 'FAILED', attempts: 1, failure: 'TEXT_NOT_CONFIGURED' }]),
  );
});

test('a message that was planned is sent after a restart', async () => {
  const { issue, deliveries, service, start, neighbours, clock } = await notificationService();
  neighbours.identityUnavailable = true;
  await issue(signInLink('noor@example.com'));
  await eventually(async () => expect(await deliveries()).toMatchObject([{ state: 'WAITING', attempts: 1 }]));
  await service.drain();
  neighbours.identityUnavailable = false;
  clock.advance(RETRY_DELAYS_MS[0]);
  await start();
  await eventually(async () => expect(await deliveries()).toMatchObject([{ state: 'SENT', attempts: 2 }]));
});

test('neither address nor secret is kept with a delivery', async () => {
  const { issue, deliveries, db } = await notificationService();
  await issue(signInLink('noor@example.com'));
  await eventually(async () => expect(await deliveries()).toMatchObject([{ state: 'SENT' }]));
  const kept = JSON.stringify(await db.query('SELECT * FROM deliveries'));
  expect(kept).not.toContain('noor@');
  expect(kept).not.toContain('token-for-noor');
});

test('staff list deliveries page by page, newest first; others may not', async () => {
  const { issue, deliveries, service } = await notificationService();
  for (const name of ['one', 'two', 'three']) await issue(signInLink(`${name}@example.com`));
  await eventually(async () =>
    expect((await deliveries()).map(({ state }) => state)).toEqual(['SENT', 'SENT', 'SENT']),
  );

  const staff = clientFor(service, DeliveryService, viewers.staff());
  const first = await staff.listDeliveries({ pageSize: 2 });
  expect(first.deliveries).toMatchObject([
    { template: 'SIGN_IN_LINK', state: DeliveryState.SENT, attempts: 1 },
    { template: 'SIGN_IN_LINK', state: DeliveryState.SENT, attempts: 1 },
  ]);
  const second = await staff.listDeliveries({ pageSize: 2, cursor: first.nextCursor });
  expect(second).toMatchObject({
    deliveries: [{ maskedAddress: expect.stringMatching(/^.…@example.com$/) }],
    nextCursor: '',
  });
  await expect(staff.listDeliveries({ cursor: `${first.nextCursor}x` })).rejects.toMatchObject({
    code: Code.InvalidArgument,
    reason: 'CURSOR_INVALID',
  });
  await expect(
    clientFor(service, DeliveryService, viewers.entertainmentPro()).listDeliveries({}),
  ).rejects.toMatchObject({
    code: Code.PermissionDenied,
  });
});
