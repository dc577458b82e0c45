// `rpc adapters`: serve() and grpcTransport() against bare grpc-js with the same messages and no work behind them: the
// most that the adapters can cost. `rpc`, with a query behind it, is the film service's.
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { createClient } from '@connectrpc/connect';
import { Client, credentials, Server, ServerCredentials } from '@grpc/grpc-js';
import {
  GetCurrentUserRequestSchema,
  GetCurrentUserResponseSchema,
  ProfileService,
} from '@marquee/contracts/identity/v1/people_pb';
import { newCall, runInCall } from '../src/context.ts';
import { generateSigningKey, publicKeys } from '../src/keys.ts';
import { createLogger } from '../src/log.ts';
import { memoryRateLimits } from '../src/rate-limits.ts';
import { implement, serve } from '../src/rpc/serve.ts';
import { grpcTransport } from '../src/rpc/transport.ts';
import { createVerifier } from '../src/verifier.ts';
import { issueViewerToken } from '../src/viewer-token.ts';
import { compareCalls } from './compare.ts';

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

const asIs = (bytes: Buffer) => bytes;
const buffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const bare = new Server();
bare.addService(
  {
    call: {
      path: PATH,
      requestStream: false,
      responseStream: false,
      requestSerialize: asIs,
      requestDeserialize: asIs,
      responseSerialize: asIs,
      responseDeserialize: asIs,
    },
  },
  {
    call: (call: { request: Buffer }, callback: (error: null, bytes: Buffer) => void) => {
      fromBinary(GetCurrentUserRequestSchema, call.request);
      callback(null, buffer(toBinary(GetCurrentUserResponseSchema, create(GetCurrentUserResponseSchema, { user }))));
    },
  },
);
const barePort = await new Promise<number>((resolve, reject) => {
  bare.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
    error ? reject(error) : resolve(port),
  );
});
const bareClient = new Client(`127.0.0.1:${barePort}`, credentials.createInsecure());
const callBare = () =>
  new Promise((resolve, reject) => {
    const bytes = buffer(toBinary(GetCurrentUserRequestSchema, create(GetCurrentUserRequestSchema, {})));
    bareClient.makeUnaryRequest(PATH, asIs, asIs, bytes, (error, response) => {
      if (error || !response) reject(error ?? new Error('no response'));
      else resolve(fromBinary(GetCurrentUserResponseSchema, response));
    });
  });

let token = issueViewerToken(viewerKey, { ...viewer, roles: [], talents: [] }, new Date());
const callOurs = () => {
  if (token.expiresAt.getTime() - Date.now() < 10_000)
    token = issueViewerToken(viewerKey, { ...viewer, roles: [], talents: [] }, new Date());
  return runInCall(newCall({ viewerToken: token.token }), () => client.getCurrentUser({}));
};

console.log(JSON.stringify(await compareCalls({ name: 'rpc adapters', ours: callOurs, bare: callBare })));
bareClient.close();
transport.close();
bare.forceShutdown();
await server.drain(1_000);
