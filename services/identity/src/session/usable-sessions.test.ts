import { isOpen } from '../challenge/own-challenge.ts';
import { isUsable } from './sessions-here.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const later = new Date(now.getTime() + 1);
const session = {
  endedAt: null,
  expiresAt: later,
  passkeyAt: null,
  account: { suspendedAt: null, roles: [] as string[] },
};
const usable = (changes: object, isPasskeyNeedless = false) =>
  isUsable({ ...session, ...changes } as never, now, { ALLOW_STAFF_WITHOUT_PASSKEY: isPasskeyNeedless });

test('a session lets its account in until it ends or expires, and the account is not suspended', () => {
  expect(usable({})).toBe(true);
  for (const changes of [{ endedAt: now }, { expiresAt: now }, { account: { ...session.account, suspendedAt: now } }]) {
    expect(usable(changes)).toBe(false);
  }
});

test('staff are let in once they have met a passkey, or where they need none', () => {
  const account = { ...session.account, roles: ['ADMIN'] };
  expect([usable({ account }), usable({ account, passkeyAt: now }), usable({ account }, true)]).toEqual([
    false,
    true,
    true,
  ]);
});

test('a challenge is open until it ends or expires', () => {
  const open = (changes: object) => isOpen({ endedAt: null, expiresAt: later, ...changes }, now);
  expect([open({}), open({ endedAt: now }), open({ expiresAt: now })]).toEqual([true, false, false]);
});
