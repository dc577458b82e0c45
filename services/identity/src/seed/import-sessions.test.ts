import { SessionService } from '@marquee/contracts/identity/v1/session_pb';
import { clientFor } from '@marquee/testing/client-for';
import { viewers } from '@marquee/testing/viewers';
import { identityService, resolvedBy } from '../testing/identity-service.ts';
import { importSessions } from './import-sessions.ts';

const HOUR_MS = 3_600_000;

test('an imported session is valid until it expires; one that was hashed with another key is unknown', async () => {
  const identity = await identityService();
  const account = await identity.anAccount();
  const bring = async (key: string) => {
    const [session] = await importSessions(identity.resources, Buffer.alloc(32, key), [account.id], HOUR_MS);
    return session?.token ?? '';
  };
  const gateway = clientFor(identity.service, SessionService, viewers.service('gateway'));
  const accountOf = async (sessionToken: string) => (await resolvedBy(gateway, sessionToken)).accountId;
  const token = await bring('b');
  expect(await accountOf(token)).toBe(account.id);
  expect(await accountOf(await bring('x'))).toBe('');
  identity.clock.advance(HOUR_MS);
  expect(await accountOf(token)).toBe('');
});
