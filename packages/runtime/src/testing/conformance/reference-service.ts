import { setTimeout as delay } from 'node:timers/promises';
import { create, type DescMessage, type MessageInitShape, type MessageShape } from '@bufbuild/protobuf';
import { type Any, anyPack } from '@bufbuild/protobuf/wkt';
import { Code, ConnectError } from '@connectrpc/connect';
import { headersFromMetadata } from '../../rpc/metadata.ts';
import { type CallContext, implement } from '../../rpc/serve.ts';
import { ServerCall } from '../../rpc/server-call.ts';
import {
  BidiStreamRequestSchema,
  ClientStreamRequestSchema,
  type ConformancePayload_RequestInfo,
  ConformancePayload_RequestInfoSchema,
  type ConformancePayloadSchema,
  ConformanceService,
  type Error as ErrorDefinition,
  type Header,
  IdempotentUnaryRequestSchema,
  ServerStreamRequestSchema,
  type StreamResponseDefinition,
  UnaryRequestSchema,
  type UnaryResponseDefinition,
} from './gen/connectrpc/conformance/v1/service_pb.js';

type Payload = MessageInitShape<typeof ConformancePayloadSchema>;

/** The service that Connect's conformance suite calls, as its documentation describes it. */
export const referenceService = implement(ConformanceService, {
  unary: async (request, context) => ({
    payload: await single(request.responseDefinition, [pack(UnaryRequestSchema, request)], context),
  }),
  idempotentUnary: async (request, context) => ({
    payload: await single(request.responseDefinition, [pack(IdempotentUnaryRequestSchema, request)], context),
  }),
  async unimplemented() {
    throw new ConnectError('not implemented', Code.Unimplemented);
  },
  async *serverStream(request, context) {
    const info = requestInfo(context, [pack(ServerStreamRequestSchema, request)]);
    for await (const payload of several(request.responseDefinition, info, context)) yield { payload };
  },
  async clientStream(requests, context) {
    const received: Any[] = [];
    let definition: UnaryResponseDefinition | undefined;
    for await (const request of requests) {
      if (received.length === 0) definition = request.responseDefinition;
      received.push(pack(ClientStreamRequestSchema, request));
    }
    return { payload: await single(definition, received, context) };
  },
  async *bidiStream(requests, context) {
    let received: Any[] = [];
    let definition: StreamResponseDefinition | undefined;
    let fullDuplex = false;
    let sent = 0;
    for await (const request of requests) {
      if (received.length === 0 && sent === 0) {
        definition = request.responseDefinition;
        fullDuplex = request.fullDuplex;
      }
      received.push(pack(BidiStreamRequestSchema, request));
      if (!fullDuplex) continue;
      const data = definition?.responseData[sent];
      if (data === undefined) break;
      setMetadata(definition, context);
      await delay(definition?.responseDelayMs ?? 0);
      const info = sent === 0 ? requestInfo(context, received) : requestsOnly(received);
      yield { payload: { data, requestInfo: info } };
      sent += 1;
      received = [];
    }
    const info = requestInfo(context, received);
    for await (const payload of several(definition, info, context, sent)) yield { payload };
  },
});

function pack<S extends DescMessage>(schema: S, message: MessageShape<S>): Any {
  return anyPack(schema, message);
}

function requestsOnly(requests: Any[]): ConformancePayload_RequestInfo {
  return create(ConformancePayload_RequestInfoSchema, { requests });
}

function requestInfo(context: CallContext, requests: Any[]): ConformancePayload_RequestInfo {
  if (!(context instanceof ServerCall)) throw new Error('not a call of this server');
  const headers = [...headersFromMetadata(context.metadata)].map(([name, value]) => ({
    name,
    value: value.split(/,\s*/),
  }));
  const deadline = context.deadline?.getTime();
  return create(ConformancePayload_RequestInfoSchema, {
    requestHeaders: headers,
    requests,
    ...(deadline !== undefined && { timeoutMs: BigInt(deadline - Date.now()) }),
  });
}

function setMetadata(
  definition: { responseHeaders: Header[]; responseTrailers: Header[] } | undefined,
  { responseHeaders, responseTrailers }: CallContext,
): void {
  for (const [target, headers] of [
    [responseHeaders, definition?.responseHeaders],
    [responseTrailers, definition?.responseTrailers],
  ] as const) {
    for (const { name, value } of headers ?? []) {
      target.delete(name);
      for (const one of value) target.append(name, one);
    }
  }
}

function errorOf(
  { code, message, details }: ErrorDefinition,
  info: ConformancePayload_RequestInfo | undefined,
): ConnectError {
  const error = new ConnectError(message ?? '', code as number as Code);
  const all = info ? [...details, anyPack(ConformancePayload_RequestInfoSchema, info)] : details;
  error.details = all.map(({ typeUrl, value }) => ({ type: typeUrl.slice(typeUrl.lastIndexOf('/') + 1), value }));
  return error;
}

async function single(
  definition: UnaryResponseDefinition | undefined,
  requests: Any[],
  context: CallContext,
): Promise<Payload> {
  const info = requestInfo(context, requests);
  if (!definition) return { requestInfo: info };
  setMetadata(definition, context);
  await delay(definition.responseDelayMs);
  const { response } = definition;
  if (response.case === 'error') throw errorOf(response.value, info);
  return { requestInfo: info, data: response.value ?? new Uint8Array() };
}

async function* several(
  definition: StreamResponseDefinition | undefined,
  info: ConformancePayload_RequestInfo,
  context: CallContext,
  start = 0,
): AsyncGenerator<Payload> {
  if (!definition) return;
  setMetadata(definition, context);
  let sent = start;
  for (const data of definition.responseData.slice(start)) {
    await delay(definition.responseDelayMs);
    yield sent === 0 ? { data, requestInfo: info } : { data };
    sent += 1;
  }
  if (definition.error) throw errorOf(definition.error, sent === 0 ? info : undefined);
}
