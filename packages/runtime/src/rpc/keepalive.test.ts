import { createClient } from '@connectrpc/connect';
import { ProfileService } from '@marquee/contracts/identity/v1/profile_pb';
import { eventually } from '@marquee/testing/eventually';
import { tcpProxy } from '@marquee/testing/tcp-proxy';
import { rpcHarness } from '../testing/rpc-harness.ts';
import { channelOptions } from './channel.ts';
import { implement } from './implement.ts';

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

test('a channel has bounds on silence, on the size of a response and on how late a replaced replica is noticed', () => {
  expect(channelOptions(ProfileService)).toMatchObject({
    'grpc.keepalive_time_ms': 10_000,
    'grpc.keepalive_timeout_ms': 5_000,
    'grpc.max_receive_message_length': 8 * 1024 * 1024,
    'grpc.max_reconnect_backoff_ms': 5_000,
    'grpc.dns_min_time_between_resolutions_ms': 500,
  });
  expect(channelOptions(ProfileService, { maxResponseBytes: 7 })).toMatchObject({
    'grpc.max_receive_message_length': 7,
  });
});
