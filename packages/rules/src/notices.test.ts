import { isNoticeKind, isTimeZone, NOTICE_MESSAGES, pushSubscriptionSchema, quietHoursSchema } from './notices.ts';

const messages = (
  schema: { safeParse(value: unknown): { error?: { issues: { message: string }[] } } },
  value: unknown,
) => schema.safeParse(value).error?.issues.map(({ message }) => message);

test('quiet hours begin and end at different minutes of a day', () => {
  const quiet = (fromMinute: number, untilMinute: number) =>
    messages(quietHoursSchema, { enabled: true, fromMinute, untilMinute, timeZone: 'Europe/Lisbon' });
  expect([quiet(0, 1_439), quiet(1_439, 0)]).toEqual([undefined, undefined]);
  expect(quiet(60, 60)).toEqual([NOTICE_MESSAGES.quietEmpty]);
  expect([quiet(-1, 60), quiet(60, 1_440)]).toEqual([[NOTICE_MESSAGES.minute], [NOTICE_MESSAGES.minute]]);
});

test('a time zone is one that this machine knows by its name', () => {
  expect(['Europe/Lisbon', 'UTC', 'Etc/GMT+1'].map(isTimeZone)).toEqual([true, true, true]);
  // Node takes offsets, which other machines do not.
  expect(['+01:00', 'Europe/Nowhere', '', 'Europe Lisbon'].map(isTimeZone)).toEqual([false, false, false, false]);
});

test('a subscription has the keys of a browser, with padding or without', () => {
  const bytes = (count: number) => Buffer.alloc(count, 251);
  const of = (changes: object) =>
    messages(pushSubscriptionSchema, {
      ...{ endpoint: 'https://push.example/1', p256dh: bytes(65).toString('base64url') },
      ...{ auth: bytes(16).toString('base64url'), ...changes },
    });
  expect([of({}), of({ p256dh: bytes(65).toString('base64') }), of({ auth: bytes(16).toString('base64') })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  for (const count of [64, 66, 130]) {
    expect(of({ p256dh: bytes(count).toString('base64url') })).toEqual([NOTICE_MESSAGES.pushKeys]);
  }
  for (const count of [15, 17, 33]) {
    expect(of({ auth: bytes(count).toString('base64url') })).toEqual([NOTICE_MESSAGES.pushKeys]);
  }
  expect(of({ auth: `${bytes(15).toString('base64url')}!!` })).toContain(NOTICE_MESSAGES.pushKeys);
  expect(of({ endpoint: '' })).toEqual([NOTICE_MESSAGES.pushAddress]);
});

test('kinds of notices are those that have words', () => {
  expect(['STAFF_NOTICE', 'constructor', ''].map(isNoticeKind)).toEqual([true, false, false]);
});
