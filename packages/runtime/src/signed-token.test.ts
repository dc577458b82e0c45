import { generateSigningKey, publicKeys } from './keys.ts';
import { issueServiceToken, verifyServiceToken } from './service-token.ts';
import { openToken, signToken } from './signed-token.ts';
import type { AccountViewer } from './viewer.ts';
import { issueViewerToken, verifyViewerToken } from './viewer-token.ts';

const now = new Date('2026-11-20T12:00:00Z');
const key = generateSigningKey();
const keys = publicKeys(key);
const claims = { iat: 1, exp: 2, note: 'as signed' };
const viewer: Omit<AccountViewer, 'kind'> = {
  ...{ accountId: 'a', sessionId: 's', roles: [], talents: [], onboarding: false },
  ...{ consumerType: 'MOVIE_LOVER', accountType: 'INDIVIDUAL' },
};

/** What services hold tokens for: changing a purpose ends every token that is on its way. */
const PURPOSES = ['marquee-viewer-1', 'marquee-service-1'] as const;

test('a token opens for its own purpose with its own key, and nothing else [SYS-06:tokens]', () => {
  const token = signToken(key, PURPOSES[0], claims);
  expect(openToken(keys, PURPOSES[0], token)).toEqual({ keyId: key.id, claims });
  for (const other of [PURPOSES[1], '', `${PURPOSES[0]}:`, PURPOSES[0].slice(0, -1)]) {
    expect(openToken(keys, other, token)).toBeUndefined();
  }
  expect(openToken(publicKeys(generateSigningKey()), PURPOSES[0], token)).toBeUndefined();
});

test('a token whose claims, key or signature were changed, cut or extended does not open', () => {
  const [keyId = '', body = '', signature = ''] = signToken(key, 'p', claims).split('.');
  const forged = Buffer.from(JSON.stringify({ ...claims, exp: 3 })).toString('base64url');
  const other = generateSigningKey();
  for (const token of [
    `${keyId}.${forged}.${signature}`,
    `${other.id}.${body}.${signature}`,
    `${keyId}.${body}.${signature.slice(0, -4)}`,
    `${keyId}.${body}.`,
    `${keyId}.${body}`,
    `${keyId}.${body}.${signature}.more`,
    '',
  ]) {
    expect(openToken(publicKeys(key, other), 'p', token)).toBeUndefined();
  }
  // Genuine, and larger than any token of ours.
  expect(openToken(keys, 'p', signToken(key, 'p', { ...claims, note: 'x'.repeat(8192) }))).toBeUndefined();
});

test("a viewer's token is signed for viewers, a service's for services, even where one key signs both [SYS-06:tokens]", () => {
  const { token: ofViewer } = issueViewerToken(key, viewer, now);
  const { token: ofService } = issueServiceToken(key, { caller: 'gateway', callee: 'film' }, now);
  expect(openToken(keys, PURPOSES[0], ofViewer)).toBeDefined();
  expect(openToken(keys, PURPOSES[1], ofService)).toBeDefined();
  expect(openToken(keys, PURPOSES[1], ofViewer)).toBeUndefined();
  expect(openToken(keys, PURPOSES[0], ofService)).toBeUndefined();

  // The claims of both kinds in one token: only the purpose tells what it may be used for.
  const both = { iat: 1, exp: 2, caller: 'gateway', callee: 'film', acc: 'a', ses: 's', rol: ['ADMIN'], tal: [] };
  const every = { ...both, con: 'MOVIE_LOVER', typ: 'INDIVIDUAL', onb: false };
  const services = new Map([['gateway', keys]]);
  expect(verifyViewerToken(keys, signToken(key, PURPOSES[0], every))).toBeDefined();
  expect(verifyServiceToken(services, signToken(key, PURPOSES[1], every))).toBeDefined();
  expect(verifyViewerToken(keys, signToken(key, PURPOSES[1], every))).toBeUndefined();
  expect(verifyServiceToken(services, signToken(key, PURPOSES[0], every))).toBeUndefined();
});

test('a service signs for itself alone: a token signed with its key that names another service is invalid', () => {
  const other = generateSigningKey();
  const services = new Map([
    ['gateway', keys],
    ['film', publicKeys(other)],
  ]);
  const forged = issueServiceToken(other, { caller: 'gateway', callee: 'identity' }, now).token;
  expect(verifyServiceToken(services, forged)).toBeUndefined();
  expect(verifyServiceToken(services, issueServiceToken(other, { caller: 'chat', callee: 'film' }, now).token)).toBe(
    undefined,
  );
  const genuine = issueServiceToken(other, { caller: 'film', callee: 'identity' }, now).token;
  expect(verifyServiceToken(services, genuine)).toMatchObject({ caller: 'film', callee: 'identity' });
});
