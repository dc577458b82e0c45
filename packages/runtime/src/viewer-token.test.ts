import { generateSigningKey, publicKeys } from './keys.ts';
import type { AccountViewer } from './viewer.ts';
import { issueViewerToken, verifyViewerToken } from './viewer-token.ts';

const key = generateSigningKey();
const now = new Date('2026-11-20T12:00:00Z');
const viewer: AccountViewer = {
  kind: 'account',
  accountId: 'a',
  sessionId: 's',
  roles: ['ADMIN'],
  consumerType: 'ENTERTAINMENT_PRO',
  accountType: 'COMPANY',
  talents: ['Film Studio'],
  onboarding: true,
};

test.each([
  ['an account', viewer],
  ['a director', { ...viewer, directs: true }],
  ['somebody with a plan', { ...viewer, plan: 'PREMIUM' as const }],
  ['an account that is closing', { ...viewer, closing: true }],
  ['a session that met a passkey', { ...viewer, steppedUpAt: now }],
])('a token says all of %s, for a minute', (_name, said) => {
  const { token, expiresAt } = issueViewerToken(key, said, now);
  const verified = verifyViewerToken(publicKeys(key), token);
  expect(verified).toEqual({ viewer: said, issuedAt: now, expiresAt });
  expect(expiresAt.getTime() - now.getTime()).toBe(60_000);
});

test('a token of another key, or of none, says nothing', () => {
  const { token } = issueViewerToken(generateSigningKey(), viewer, now);
  expect(verifyViewerToken(publicKeys(key), token)).toBeUndefined();
  expect(verifyViewerToken(publicKeys(key), '')).toBeUndefined();
});
