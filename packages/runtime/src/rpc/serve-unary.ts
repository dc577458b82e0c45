import type { handleUnaryCall } from '@grpc/grpc-js';
import type { Access } from '@marquee/contracts/access';
import { runInCall } from '../context.ts';
import { codecOf } from './codec.ts';
import type { BoundMethod } from './implement.ts';
import { metadataFromHeaders } from './metadata.ts';
import { admit, decodeRequest, type Gate, refuse } from './run-call.ts';
import { ServerCall } from './server-call.ts';
import { commits, statusFromError } from './status.ts';

type UnaryMethod = Extract<BoundMethod, { kind: 'unary' }>;

/** The grpc-js handler of a unary method; messages pass grpc-js as bytes. */
export function unaryHandler(bound: UnaryMethod, access: Access, gate: Gate): handleUnaryCall<Buffer, Buffer> {
  const codec = codecOf(bound.method);

  async function respond(call: ServerCall, request: Buffer): Promise<Buffer> {
    const waiting = admit(call, access, gate);
    if (waiting) await waiting;
    return codec.encodeResponse(await bound.handle(decodeRequest(codec, request), call));
  }

  return (grpcCall, callback) => {
    const call = new ServerCall(bound.method, gate.log, grpcCall);
    runInCall(call, () => {
      respond(call, grpcCall.request).then(
        (response) => {
          call.finish(0);
          if (call.touchedHeaders) grpcCall.sendMetadata(metadataFromHeaders(call.touchedHeaders));
          callback(null, response, call.touchedTrailers && metadataFromHeaders(call.touchedTrailers));
        },
        (error) => {
          const refusal = refuse(call, error);
          call.finish(refusal.code);
          if (call.touchedHeaders && commits(refusal)) grpcCall.sendMetadata(metadataFromHeaders(call.touchedHeaders));
          callback(statusFromError(refusal, call.touchedTrailers));
        },
      );
    });
  };
}
