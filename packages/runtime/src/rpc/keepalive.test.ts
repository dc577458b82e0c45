import { createClient } from '@connectrpc/connect';
import { ProfileService } from '@marquee/contracts/identity/v1/people_pb';
import { eventually } from '@marquee/testing/eventually';
import { tcpProxy } from '@marquee/testing/tcp-proxy';
import { implement } from './implement.ts';
import { rpcHarness } from './rpc-harness.ts';

const SILENCE_MS = 300;
const CALL_MS = 150;
const { serveOne, transport, as } = rpcHarness();

test('a vanished service is soon called over a new connection [SYS-03:rpc]', async () => {
  const implementation = implement(ProfileService, {
    getCurrentUser: async () => ({ user: { firstName: 'Agnès' } }),
    updateProfile: async () => ({}),
  });
  const { port } = await serveOne([implementation]);
  const link = await tcpProxy({ port });
  const address = `127.0.0.1:${link.port}`;
  const client = createClient(ProfileService, transport({ port } as never, { address, silenceMs: SILENCE_MS }));
  const ask = () => as('lover', () => client.getCurrentUser({}, { timeoutMs: CALL_MS }));
  await as('lover', () => client.getCurrentUser({}));

  link.lose();
  await expect(ask()).rejects.toThrow();
  // The old connection stays dead.
  await link.mend();
  await eventually(async () => (await ask()).user?.firstName === 'Agnès');
  await link.close();
});
