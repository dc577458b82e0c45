import { fixedClock } from '@marquee/testing/fixed-clock';
import { issueAdmission, issueReceipt } from './admission-token.ts';
import { generateSigningKey, publicKeys } from './keys.ts';
import { issueServiceToken } from './service-token.ts';
import { createVerifier, OUT_OF_TIME } from './verifier.ts';
import type { AccountViewer } from './viewer.ts';
import { issueViewerToken } from './viewer-token.ts';

const key = generateSigningKey();
const NOW = '2026-11-22T12:00:00.000Z';
const viewer: AccountViewer = {
  ...{ kind: 'account', accountId: 'a', sessionId: 's', roles: [], consumerType: 'MOVIE_LOVER' },
  ...{ accountType: 'INDIVIDUAL', talents: [], onboarding: false },
};

/** A verifier whose clock is so many milliseconds past the issue of its tokens. */
function verifierAfter(ms: number) {
  const clock = fixedClock(NOW);
  const verifier = createVerifier({ viewerKeys: publicKeys(key), serviceKeys: { film: publicKeys(key) }, clock });
  const tokens = {
    viewer: issueViewerToken(key, viewer, clock.now()).token,
    service: issueServiceToken(key, { caller: 'film', callee: 'media' }, clock.now()).token,
  };
  clock.advance(ms);
  return { verifier, tokens, clock };
}

test.each([
  ['as far ahead as clocks may differ', -5_000, true],
  ['further ahead', -5_001, false],
  ['until it ends, and as long after as clocks may differ', 64_999, true],
  ['after that', 65_000, false],
])("a viewer's token of a minute: %s", (_, ms, isGood) => {
  const { verifier, tokens } = verifierAfter(ms);
  expect(verifier.viewer(tokens.viewer)).toEqual(
    isGood ? expect.objectContaining({ viewer: expect.objectContaining({ accountId: 'a' }) }) : OUT_OF_TIME,
  );
});

test.each([
  ['until it ends, and as long after as clocks may differ', 304_999, true],
  ['after that', 305_000, false],
])("a service's token of five minutes: %s", (_, ms, isGood) => {
  const { verifier, tokens } = verifierAfter(ms);
  expect(verifier.service(tokens.service, 'media')).toEqual(
    isGood ? expect.objectContaining({ caller: 'film' }) : OUT_OF_TIME,
  );
});

test('a token that was good once is checked for its time and its callee at every call', () => {
  const { verifier, tokens, clock } = verifierAfter(0);
  expect(verifier.viewer(tokens.viewer)).toMatchObject({ viewer });
  expect(verifier.service(tokens.service, 'media')).toMatchObject({ caller: 'film' });
  expect(verifier.service(tokens.service, 'identity')).toBeUndefined();
  expect(verifier.service(tokens.viewer, 'media')).toBeUndefined();
  clock.advance(65_000);
  expect(verifier.viewer(tokens.viewer)).toBe(OUT_OF_TIME);
  clock.advance(240_000);
  expect(verifier.service(tokens.service, 'media')).toBe(OUT_OF_TIME);
  expect(verifier.service(tokens.service, 'identity')).toBeUndefined();
});

test('an admission and a receipt are those of the gateway, and an admission ends when it says', () => {
  const gateway = generateSigningKey();
  const clock = fixedClock(NOW);
  const serviceKeys = { gateway: publicKeys(gateway), film: publicKeys(key) };
  const verifier = createVerifier({ viewerKeys: publicKeys(key), serviceKeys, clock });
  const admission = { accountId: 'a', eventId: 'e', until: new Date(clock.now().getTime() + 60_000) };
  const receipt = { accountId: 'a', eventId: 'e', number: 7 };
  const [admitted, kept] = [
    issueAdmission(gateway, admission, clock.now()),
    issueReceipt(gateway, receipt, clock.now()),
  ];
  expect([verifier.admission(admitted), verifier.receipt(kept)]).toEqual([admission, receipt]);
  expect(verifier.admission(issueAdmission(key, admission, clock.now()))).toBeUndefined();
  expect(verifier.receipt(issueReceipt(key, receipt, clock.now()))).toBeUndefined();
  clock.advance(60_000);
  expect(verifier.admission(admitted)).toBeUndefined();
});

test('the keys of a process are known by its name, and those of viewers by none', () => {
  const [film, other] = [generateSigningKey(), generateSigningKey()];
  const serviceKeys = { film: publicKeys(film), media: new Map() };
  const verifier = createVerifier({ viewerKeys: publicKeys(key), serviceKeys });
  expect([verifier.knows(key), verifier.knows(film), verifier.knows(film, 'film')]).toEqual([true, false, true]);
  expect([verifier.knows(key, 'film'), verifier.knows(other, 'film'), verifier.knows(film, 'nobody')]).toEqual([
    ...[false, false, false],
  ]);
  expect(['film', 'media', 'nobody'].map((name) => verifier.hasKeyOf(name))).toEqual([true, false, false]);
});
