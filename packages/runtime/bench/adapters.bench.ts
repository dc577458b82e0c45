// `adapters`: serve() and grpcTransport() against bare grpc-js with the same messages and no work behind them: the
// most that the adapters can cost. `rpc`, with a query behind it, is the film service's.
import { createClient } from '@connectrpc/connect';
import {
  GetCurrentUserRequestSchema,
  GetCurrentUserResponseSchema,
  ProfileService,
} from '@marquee/contracts/identity/v1/profile_pb';
import { newCall, runInCall } from '../src/context.ts';
import { generateSigningKey, publicKeys } from '../src/keys.ts';
import { createLogger } from '../src/log.ts';
import { memoryRateLimits } from '../src/rate-limits.ts';
import { implement, serve } from '../src/rpc/serve.ts';
import { grpcTransport } from '../src/rpc/transport.ts';
import { createVerifier } from '../src/verifier.ts';
import { issueViewerToken } from '../src/viewer-token.ts';
import { startBareGrpc } from './bare-grpc.ts';
import { compareCalls } from './compare-calls.ts';
import { printFigure } from './figure.ts';

const PATH = '/identity.v1.ProfileService/GetCurrentUser';
const user = { id: 'a', firstName: 'Ada', lastName: 'Lovelace', bio: 'x'.repeat(800), talents: ['Director', 'Writer'] };

const viewerKey = generateSigningKey();
const serviceKey = generateSigningKey();
const unlimited = { ...memoryRateLimits(), consume: async () => undefined };
const server = await serve({
  service: 'identity',
  host: '127.0.0.1',
  port: 0,
  log: createLogger({ service: 'bench', level: 'silent' }),
  verifier: createVerifier({ viewerKeys: publicKeys(viewerKey), serviceKeys: { film: publicKeys(serviceKey) } }),
  rateLimits: unlimited,
  implementations: [
    implement(ProfileService, { getCurrentUser: async () => ({ user }), updateProfile: async () => ({}) }),
  ],
});
const transport = grpcTransport({
  address: `127.0.0.1:${server.port}`,
  service: 'film',
  serviceKey,
  callee: 'identity',
  defaultTimeoutMs: 5_000,
});
const client = createClient(ProfileService, transport);
const viewer = {
  accountId: 'a',
  sessionId: 's',
  roles: [],
  consumerType: 'MOVIE_LOVER',
  accountType: 'INDIVIDUAL',
  talents: [],
  onboarding: false,
} as const;

const bare = await startBareGrpc({
  path: PATH,
  input: GetCurrentUserRequestSchema,
  output: GetCurrentUserResponseSchema,
  answer: async () => ({ user }),
});

let token = issueViewerToken(viewerKey, { ...viewer, roles: [], talents: [] }, new Date());
const callOurs = () => {
  if (token.expiresAt.getTime() - Date.now() < 10_000)
    token = issueViewerToken(viewerKey, { ...viewer, roles: [], talents: [] }, new Date());
  return runInCall(newCall({ viewerToken: token.token }), () => client.getCurrentUser({}));
};

try {
  printFigure(await compareCalls({ name: 'adapters', ours: callOurs, bare: () => bare.call({}) }));
} finally {
  bare.close();
  transport.close();
  await server.drain(1_000);
}
