import { randomUUID } from 'node:crypto';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { testDatabase } from '@marquee/testing/test-database';
import { type ComposeResources, NOTHING_TO_SEND, RECIPIENT_REFUSED } from '../delivery/compose.ts';
import { createRefusalTokens } from '../refusals/refusal-tokens.ts';
import * as preferences from '../settings/preferences.ts';
import { composeDigest, composeNoticeMail, composeNoticeText } from './compose-notice.ts';
import type { NoticeEvent } from './notice.ts';
import * as notices from './notices.ts';

/** Notices of Ben, and what identity says of him. */
async function setUp() {
  const db = await testDatabase('notification');
  const clock = fixedClock('2026-11-20T12:00:00Z');
  const ben = { email: 'ben@example.com', phoneNumber: '+15550100', firstName: 'Ben', language: 'en' };
  const ada = { name: 'Ada Lovelace', picture: '', language: 'en' };
  const names = { person: () => ada, film: () => ada, subject: () => '', staff: () => ({ title: '', text: '' }) };
  const resources = {
    ...{ db, clock, publicUrl: 'http://127.0.0.1:3000' },
    owners: { mailAddress: async () => ben, textAddress: async () => ben },
    namesOf: async () => names,
    refusalTokens: createRefusalTokens('h'.repeat(32), 't'.repeat(32)),
  } as unknown as ComposeResources;
  const accountId = randomUUID();
  const digestKey = `${accountId}/2026-11-21`;
  const add = (kind: NoticeEvent['kind'] = 'CONNECTION_REQUESTED') =>
    db.transaction(async (tx) => {
      const event = { kind, eventKey: randomUUID(), variant: '', actorId: randomUUID(), filmId: '', subjectId: '' };
      const recipient = { accountId, inApp: true, digestKey };
      const [added] = await notices.add(tx, { ...event, recipientId: accountId }, [recipient], clock.now());
      return added?.id ?? '';
    });
  /** Turns text messages of a kind on. */
  const text = (kind: NoticeEvent['kind'] = 'CONNECTION_REQUESTED') =>
    db.transaction((tx) => preferences.choose(tx, { accountId, kind, channel: 'SMS', enabled: true }));
  return { resources, ben, add, text, digestKey };
}

test("a day's mail names twenty notices, and says where there are more [NOT-05:digest]", async () => {
  const { resources, add, digestKey } = await setUp();
  const mail = async () => {
    const composed = await composeDigest(resources, digestKey);
    const { text } = 'message' in composed ? composed.message : { text: '' };
    return [text.match(/Ada Lovelace would like/g)?.length, text.includes('There is more')];
  };
  for (let count = 0; count < 20; count += 1) await add();
  expect(await mail()).toEqual([20, false]);
  await add();
  expect(await mail()).toEqual([20, true]);
});

test('nothing is sent to who has no address or number', async () => {
  const { resources, ben, add, text, digestKey } = await setUp();
  const id = await add();
  await text();
  const composed = () =>
    Promise.all([
      composeNoticeMail(resources, id),
      composeNoticeText(resources, id),
      composeDigest(resources, digestKey),
    ]);
  expect(await composed()).toMatchObject([{ to: ben.email }, { to: ben.phoneNumber }, { to: ben.email }]);
  Object.assign(ben, { email: '', phoneNumber: '' });
  expect(await composed()).toEqual([NOTHING_TO_SEND, NOTHING_TO_SEND, NOTHING_TO_SEND]);
});

test('a text message is not sent once its kind was turned off, or its notice is gone [SET-13:sms]', async () => {
  const { resources, add, text } = await setUp();
  const id = await add();
  expect(await composeNoticeText(resources, id)).toEqual(RECIPIENT_REFUSED);
  await text();
  expect(await composeNoticeText(resources, id)).toMatchObject({ channel: 'SMS' });
  expect(await composeNoticeText(resources, randomUUID())).toEqual(NOTHING_TO_SEND);
});

test('a text message says all of a notice that asks something, and the title alone of any other [SET-13:sms]', async () => {
  const { resources, add, text } = await setUp();
  const said = async (kind: NoticeEvent['kind']) => {
    await text(kind);
    const composed = await composeNoticeText(resources, await add(kind));
    return 'message' in composed ? composed.message.text.replace(/ http\S+$/, '') : '';
  };
  expect(await said('CONNECTION_REQUESTED')).toBe(
    'Marquee: Connect Request: Ada Lovelace would like to connect with you.',
  );
  expect(await said('CREDIT_CLAIM')).toMatch(
    /^Marquee: Film Credit Claim Request: Ada Lovelace says that a credit of /,
  );
  expect(await said('CREDIT_ACCEPTED')).toBe('Marquee: Ada Lovelace agreed to the credit on “Ada Lovelace”');
});
