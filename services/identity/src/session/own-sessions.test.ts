import { createRevocations, followRevocations } from '@marquee/runtime/revocations';
import { type IdentityUnderTest, identityService, signInByLink } from '../testing/identity-service.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService({ env: { SIGN_IN_LIMITS_SCALE: '100' } });
});

async function twoBrowsers() {
  const account = await identity.anAccount();
  const laptop = identity.browser({ place: { country: 'PT', city: 'Lisbon' } });
  await signInByLink(identity, laptop, account.email);
  identity.clock.advance(60_000);
  const phone = identity.browser({ place: { country: 'NL' } });
  await signInByLink(identity, phone, account.email);
  return { account, laptop, phone };
}

test('a person sees where they are signed in, this browser first [AUT-18:list]', async () => {
  const { laptop, phone } = await twoBrowsers();
  const stranger = await twoBrowsers();
  await stranger.phone.signOut();
  const seen = async (browser: typeof laptop) =>
    (await (await browser.ownSessions()).listOwnSessions({})).sessions.map(({ device, place, current }) => [
      ...[device, place, current],
    ]);
  expect(await seen(laptop)).toEqual([
    ['Firefox on Linux', 'Lisbon, Portugal', true],
    ['Firefox on Linux', 'Netherlands', false],
  ]);
  expect((await seen(phone)).map(([, place]) => place)).toEqual(['Netherlands', 'Lisbon, Portugal']);
  expect(await seen(stranger.laptop)).toHaveLength(1);
});

test('ending one signs that browser out at once, everywhere [AUT-18:end]', async () => {
  const { account, laptop, phone } = await twoBrowsers();
  const viewer = await phone.viewer();
  const revocations = createRevocations({ clock: identity.clock });
  const unfollow = followRevocations(revocations, identity.signals);
  const calls = await laptop.ownSessions();
  await calls.endOwnSession({ sessionId: viewer?.sessionId ?? '' });
  await calls.endOwnSession({ sessionId: viewer?.sessionId ?? '' });
  expect(await phone.viewer()).toBeUndefined();
  expect(viewer && revocations.isRevoked(viewer, identity.clock.now())).toBe(true);
  expect(await laptop.viewer()).toMatchObject({ accountId: account.id });
  const ended = (await identity.events()).filter(
    ({ key, type }) => key === viewer?.sessionId && type === 'SessionEnded',
  );
  expect(ended).toHaveLength(1);
  unfollow();
});

test("somebody else's session is not ended, nor what is no id [AUT-18:end]", async () => {
  const { laptop } = await twoBrowsers();
  const { phone } = await twoBrowsers();
  const calls = await laptop.ownSessions();
  for (const sessionId of [(await phone.viewer())?.sessionId ?? '', 'x', '']) await calls.endOwnSession({ sessionId });
  expect(await phone.viewer()).toBeDefined();
});

test('ending the others leaves this browser alone [AUT-18:end]', async () => {
  const { laptop, phone } = await twoBrowsers();
  const stranger = await twoBrowsers();
  const calls = await phone.ownSessions();
  expect((await calls.endOtherSessions({})).ended).toBe(1);
  expect((await calls.endOtherSessions({})).ended).toBe(0);
  expect(await laptop.viewer()).toBeUndefined();
  expect(await phone.viewer()).toBeDefined();
  expect(await stranger.laptop.viewer()).toBeDefined();
});
