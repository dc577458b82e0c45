import { fixedClock } from '@marquee/testing/fixed-clock';
import { viewers } from '@marquee/testing/viewers';
import { freshProof, requireProofByPasskey } from './fresh-proof.ts';

const clock = fixedClock('2026-11-20T12:00:00.000Z');
const ago = (ms: number) => new Date(clock.now().getTime() - ms);
const [MINUTE_MS, LONG_AGO] = [60_000, ago(86_400_000)];

const resources = (session: object | null, owned: number) =>
  ({ prisma: { session: { findUnique: async () => session }, passkey: { count: async () => owned } }, clock }) as never;
const proof = (session: object | null, owned = 1) => freshProof(resources(session, owned), viewers.movieLover());

test.each([
  ['a passkey five minutes ago', { passkeyAt: ago(5 * MINUTE_MS), createdAt: LONG_AGO }, 'GIVEN'],
  ['a passkey longer ago', { passkeyAt: ago(5 * MINUTE_MS + 1), createdAt: LONG_AGO }, 'PASSKEY_NEEDED'],
  ['signing in ten minutes ago', { passkeyAt: null, createdAt: ago(10 * MINUTE_MS) }, 'GIVEN'],
  ['signing in longer ago', { passkeyAt: null, createdAt: ago(10 * MINUTE_MS + 1) }, 'PASSKEY_NEEDED'],
  ['no session', null, 'PASSKEY_NEEDED'],
])('%s proves who somebody is: %s', async (_name, session, expected) => {
  expect(await proof(session)).toBe(expected);
});

test('who has no passkey signs in again, and needs none where another proof stands', async () => {
  expect(await proof({ passkeyAt: null, createdAt: LONG_AGO }, 0)).toBe('SIGN_IN_NEEDED');
  const byPasskey = (owned: number) => requireProofByPasskey(resources(null, owned), viewers.movieLover());
  await expect(byPasskey(0)).resolves.toBeUndefined();
  await expect(byPasskey(1)).rejects.toMatchObject({ reason: 'STEP_UP_NEEDED' });
});
