import { createHmac } from 'node:crypto';
import { Code } from '@connectrpc/connect';
import { InvitationMailService } from '@marquee/contracts/notification/v1/invitation_mail_pb';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { notificationService, signInLink } from '../testing/notification-service.ts';
import { createRefusalTokens } from './refusal-tokens.ts';

const invitation = { filmId: 'film-1', filmTitle: 'Low Tide', credit: 'Sound', inviterName: 'Maeve Byrne' };

const account = (number: number) => `00000000-0000-7000-8000-00000000000${number}`;

async function setUp() {
  const service = await notificationService();
  const visitor = clientFor(service.service, InvitationMailService, viewers.visitor());
  const set = (refusalToken: string, refused: boolean) => visitor.setInvitationMails({ refusalToken, refused });
  /** Invites somebody, and gives the token of the mail that they get. */
  const tokenOf = async (email: string) => {
    const before = (await service.inbox()).length;
    await service.invite({ ...invitation, email });
    return eventually(async () => {
      const [mail, ...earlier] = await service.inbox();
      expect(earlier).toHaveLength(before);
      return new URL(mail?.oneClickUrl ?? '').searchParams.get('token') ?? '';
    });
  };
  const ended = async (count: number) => {
    await eventually(async () => expect(await service.deliveries()).toHaveLength(count));
    return (await service.deliveries()).map(({ state, failure }) => [state, failure]);
  };
  return { ...service, set, tokenOf, ended };
}

test('who refused gets no invitation from anybody, at any spelling of the address, until they allow it again [FLM-05:refuse]', async () => {
  const { set, tokenOf, ended, invite, issue, inbox } = await setUp();
  const token = await tokenOf('ana@example.com');
  await set(token, true);
  await set(token, true);
  await invite({ ...invitation, email: 'ana@example.com', filmId: 'film-2', inviterName: 'Somebody Else' });
  await invite({ ...invitation, email: 'Ana+films@Example.com' });
  await eventually(async () =>
    expect(await ended(3)).toEqual([
      ['SENT', ''],
      ['DROPPED', 'RECIPIENT_REFUSED'],
      ['DROPPED', 'RECIPIENT_REFUSED'],
    ]),
  );
  // Others are invited, and what is no invitation is sent.
  await tokenOf('noor@example.com');
  await issue(signInLink('ana@example.com'));
  await eventually(async () =>
    expect((await inbox()).map(({ to }) => to)).toEqual(['ana@example.com', 'noor@example.com', 'ana@example.com']),
  );

  await set(token, false);
  await set(token, false);
  expect(await tokenOf('ana@example.com')).toBe(token);
});

test('a token that this site did not sign for this purpose changes nothing [FLM-05:refuse]', async () => {
  const { set, tokenOf, issue, inbox, db } = await setUp();
  const token = await tokenOf('ana@example.com');
  const [hash = '', signature = ''] = token.split('.');
  await issue(signInLink('ana@example.com'));
  await eventually(async () => expect(await inbox()).toHaveLength(2));
  const other = createRefusalTokens('h'.repeat(32), 'u'.repeat(32)).tokenFor('ana@example.com');
  const bytes = Buffer.from(hash, 'base64url');
  // Signed with the right key, and for something else.
  const elsewhere = createHmac('sha256', 't'.repeat(32)).update('marquee something v1\n').update(bytes);
  const wrong = [
    ...['', 'x', hash, `${hash}.`, `${hash}.${hash}`, `${token}=`, `${token}.${signature}`, `${signature}.${hash}`],
    ...[other, `${hash}.${elsewhere.digest('base64url')}`, 'token-for-ana', 'ana@example.com', '\u0000'.repeat(87)],
    `${Buffer.alloc(32).toString('base64url')}.${signature}`,
    'A'.repeat(100_000),
  ];
  for (const text of wrong) {
    for (const refused of [true, false]) {
      await expect(set(text, refused)).rejects.toMatchObject({
        code: Code.NotFound,
        reason: 'LINK_NOT_VALID',
        message: 'This link is not complete. Please open it from the email again.',
      });
    }
  }
  expect(await db.query('SELECT * FROM mail_refusals')).toEqual([]);
});

test('a token about notices is read as it was made, and not for a kind that is none any more [SET-13:unsubscribe]', () => {
  const tokens = createRefusalTokens('h'.repeat(32), 't'.repeat(32));
  const notice = { accountId: account(1), kind: 'CREDIT_NAMED' } as const;
  expect(tokens.noticeIn(tokens.noticeTokenFor(notice))).toEqual(notice);
  expect(tokens.noticeIn(tokens.noticeTokenFor({ ...notice, kind: 'ALL' }))).toEqual({ ...notice, kind: 'ALL' });
  expect(tokens.noticeIn(tokens.noticeTokenFor({ ...notice, kind: 'FORMER' as never }))).toBeUndefined();
});

test('a refusal between two attempts stops what waits [FLM-05:refuse]', async () => {
  const { set, tokenOf, ended, invite, neighbours, deliveries, clock, inbox } = await setUp();
  const token = await tokenOf('ana@example.com');
  neighbours.filmUnavailable = true;
  await invite({ ...invitation, email: 'ana@example.com' });
  await eventually(async () => expect(await deliveries()).toMatchObject([{}, { failure: 'OWNER_UNAVAILABLE' }]));
  await set(token, true);
  neighbours.filmUnavailable = false;
  clock.advance(60_000);
  await eventually(async () => expect((await ended(2))[1]).toEqual(['DROPPED', 'RECIPIENT_REFUSED']));
  expect(await inbox()).toHaveLength(1);
});

test('what is kept and logged of a refusal is neither the address nor the token [FLM-05:refuse]', async () => {
  const { set, tokenOf, invite, ended, db, lines } = await setUp();
  const token = await tokenOf('ana.souto@example.com');
  await set(token, true);
  await invite({ ...invitation, email: 'ana.souto@example.com' });
  await ended(2);
  await expect(set(`${token}x`, true)).rejects.toMatchObject({ reason: 'LINK_NOT_VALID' });
  const kept = await db.query<{ hash: string }>("SELECT encode(address_hash, 'hex') AS hash FROM mail_refusals");
  expect(kept).toHaveLength(1);
  const rows = await db.query('SELECT * FROM deliveries');
  const text = JSON.stringify([kept, lines(), rows]);
  expect(text).not.toContain('ana.souto');
  for (const part of token.split('.')) expect(text).not.toContain(part);
});

test('whom a film names is asked by mail, which can be refused as well and is not sent once they have answered [FLM-05:consent]', async () => {
  const { name, set, inbox, deliveries } = await setUp();
  await name(account(1), 'ana@example.com');
  const [mail] = await eventually(async () => {
    const mails = await inbox();
    expect(mails).toHaveLength(1);
    return mails;
  });
  expect(mail).toMatchObject({
    to: 'ana@example.com',
    subject: 'Is this your credit on “Low Tide”?',
    links: ['http://127.0.0.1:3000/credits', expect.stringContaining('/unsubscribe#token=')],
  });
  // No address, and an account that identity does not know.
  await name(account(2), '');
  await name(account(3), 'x@example.com', { accountId: account(4) });
  await set(new URL(mail?.oneClickUrl ?? '').searchParams.get('token') ?? '', true);
  await name(account(1), 'ana@example.com');
  // Who refused invitations at an address is not asked about credits there either.
  await set(createRefusalTokens('h'.repeat(32), 't'.repeat(32)).tokenFor('noor@example.com'), true);
  await name(account(5), 'noor@example.com');
  await eventually(async () =>
    expect((await deliveries()).map(({ state, failure }) => failure || state).sort()).toEqual([
      ...['NOTHING_TO_SEND', 'RECIPIENT_REFUSED', 'SENT', 'SUBJECT_NOT_FOUND'],
    ]),
  );
  expect(await inbox()).toHaveLength(1);
});

test('who has answered meanwhile is not asked by mail [FLM-05:consent]', async () => {
  const { name, deliveries, inbox } = await setUp();
  await name(account(1), 'ana@example.com', { ended: true });
  await eventually(async () => expect(await deliveries()).toMatchObject([{ failure: 'NOTHING_TO_SEND' }]));
  expect(await inbox()).toEqual([]);
});
