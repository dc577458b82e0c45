import { OwnDataMailService, OwnDataService } from '@marquee/contracts/identity/v1/personal_data_pb';
import { PersonalDataService } from '@marquee/contracts/personal_data/v1/personal_data_pb';
import { PERSONAL_DATA_OWNERS } from '@marquee/contracts/personal-data-owners';
import { implement, serve } from '@marquee/runtime/rpc/serve';
import { createVerifier } from '@marquee/runtime/verifier';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { atEnd } from '@marquee/testing/cleanup';
import { clientFor } from '@marquee/testing/client-for';
import { silentLog } from '@marquee/testing/silent-log';
import { verifierKeys } from '@marquee/testing/test-keys';
import { testClock } from '@marquee/testing/test-platform';
import { viewers } from '@marquee/testing/viewers';
import { type IdentityUnderTest, identityService, signInByLink } from './identity-service.ts';

/** The other services that hold personal data: their answers, and what they were asked. */
async function dataOwners() {
  const state = { isUp: true, asked: [] as string[], left: 0, text: '[]' };
  const owners = await Promise.all(
    PERSONAL_DATA_OWNERS.filter((name) => name !== 'identity').map(async (name) => {
      const requireUp = () => {
        if (!state.isUp && name === 'film') throw new Error('down');
      };
      const answers = implement(PersonalDataService, {
        async *exportAccount({ accountId }) {
          requireUp();
          state.asked.push(`export ${name} ${accountId}`);
          for (const piece of ['[', state.text, ']']) yield { path: 'things.json', data: Buffer.from(piece) };
          yield { path: 'others.json', data: Buffer.from('[]') };
        },
        async closeAccount({ accountId }) {
          requireUp();
          state.asked.push(`close ${name} ${accountId}`);
          if (name !== 'film') return { more: false };
          state.left -= 1;
          return { more: state.left >= 0 };
        },
      });
      const verifier = createVerifier({ ...verifierKeys, clock: { now: () => testClock().now() } });
      const about = { service: name, host: '127.0.0.1', port: 0, log: silentLog, verifier };
      const server = await serve({ ...about, implementations: [answers] });
      atEnd(() => server.drain(100));
      return [name, `127.0.0.1:${server.port}`] as const;
    }),
  );
  return { state, addresses: Object.fromEntries(owners) };
}

/** Identity, and the other services that hold personal data. */
export async function ownDataScene() {
  const { state, addresses } = await dataOwners();
  const env = { PAYMENT_PROVIDER: 'test', PAYMENT_WEBHOOK_SECRET: 'webhook-secret-of-plans' };
  const identity = await identityService({ env, addresses });
  const ownData = (viewer: AccountViewer) => clientFor(identity.service, OwnDataService, viewer);
  const mails = clientFor(identity.service, OwnDataMailService, viewers.service('notification'));
  return { identity, state, ownData, mails };
}

/** Somebody who is signed in, and their browser. */
export async function signedIn(
  identity: IdentityUnderTest,
  changes: Parameters<IdentityUnderTest['anAccount']>[0] = {},
) {
  const account = await identity.anAccount(changes);
  const browser = identity.browser();
  await signInByLink(identity, browser, account.email);
  const viewer = await browser.viewer();
  if (!viewer) throw new Error('nobody is signed in');
  return { account, browser, viewer };
}
