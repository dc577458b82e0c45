import { issueAdmission, issueReceipt, readAdmission, readReceipt } from './admission-token.ts';
import { generateSigningKey, publicKeys } from './keys.ts';

const [key, another] = [generateSigningKey(), generateSigningKey()];
const keys = publicKeys(key);
const now = new Date('2026-11-20T12:00:00.000Z');
const after = (ms: number) => new Date(now.getTime() + ms);
const DAY_MS = 86_400_000;
const who = { accountId: 'a', eventId: 'e' };

test('an admission says who may order tickets to which event, and until when [TIC-06:admission]', () => {
  const admission = { ...who, until: after(300_000) };
  const token = issueAdmission(key, admission, now);
  expect(readAdmission(keys, token)).toEqual(admission);
  for (const forged of ['', 'x', `${token}x`, issueAdmission(another, admission, now)]) {
    expect(readAdmission(keys, forged)).toBeUndefined();
  }
  expect(readAdmission(keys, issueReceipt(key, { ...who, number: 1 }, now))).toBeUndefined();
});

test('a receipt proves a place in a queue for a day [TIC-06:receipt]', () => {
  const receipt = { ...who, number: 0.5 };
  const token = issueReceipt(key, receipt, now);
  expect([readReceipt(keys, token, now), readReceipt(keys, token, after(DAY_MS))]).toEqual([receipt, receipt]);
  expect(readReceipt(keys, token, after(DAY_MS + 1))).toBeUndefined();
  expect(readReceipt(keys, issueReceipt(key, { ...who, number: -1 }, now), now)).toBeUndefined();
  expect(readReceipt(keys, issueReceipt(another, receipt, now), now)).toBeUndefined();
  expect(readReceipt(keys, issueAdmission(key, { ...who, until: after(1) }, now), now)).toBeUndefined();
});
