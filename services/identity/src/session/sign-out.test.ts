import { createRevocations, followRevocations } from '@marquee/runtime/revocations';
import { eventually } from '@marquee/testing/eventually';
import { testBus } from '@marquee/testing/test-platform';
import { identityService, signInByLink } from '../testing/identity-service.ts';

test('signing out is signalled at once, not only by way of the bus', async () => {
  const bus = { ...(await testBus()), tail: async () => ({ close: async () => {} }) };
  const identity = await identityService({ bus });
  const { email } = await identity.anAccount();
  const browser = identity.browser();
  await signInByLink(identity, browser, email);
  const viewer = await browser.viewer();
  const revocations = createRevocations({ clock: identity.clock });
  const unfollow = followRevocations(revocations, identity.signals);

  await browser.signOut();
  await eventually(() => viewer !== undefined && revocations.isRevoked(viewer, identity.clock.now()));
  unfollow();
});
