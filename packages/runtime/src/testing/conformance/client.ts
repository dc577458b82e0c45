// The client under test: grpcTransport(), making the calls that the suite asks for.
import { setTimeout as delay } from 'node:timers/promises';
import { create, type DescMessage, type DescMethod, type MessageShape } from '@bufbuild/protobuf';
import { type Any, anyUnpack } from '@bufbuild/protobuf/wkt';
import { Code, ConnectError } from '@connectrpc/connect';
import { type GrpcTransport, grpcTransport } from '../../rpc/transport.ts';
import {
  type ClientCompatRequest,
  ClientCompatRequestSchema,
  ClientCompatResponseSchema,
  ClientErrorResultSchema,
  type ClientResponseResult,
  ClientResponseResultSchema,
} from './gen/connectrpc/conformance/v1/client_compat_pb.js';
import {
  type ConformancePayload,
  ConformancePayloadSchema,
  ConformanceService,
  ErrorSchema,
  HeaderSchema,
} from './gen/connectrpc/conformance/v1/service_pb.js';
import { readMessages, writeMessage } from './stdio.ts';

const CALL_MS_MAX = 10_000;
const CALLS_AT_ONCE = 4;

type WithPayload = { payload?: ConformancePayload };

async function invoke(request: ClientCompatRequest): Promise<ClientResponseResult> {
  const method = ConformanceService.methods.find(({ name }) => name === request.method);
  if (!method) throw new Error(`unknown method ${request.method}`);
  const transport = grpcTransport({
    address: `${request.host}:${request.port}`,
    service: 'client',
    callee: 'conformance',
    defaultTimeoutMs: Number.POSITIVE_INFINITY,
    maxResponseBytes: request.messageReceiveLimit || undefined,
  });
  try {
    return await call(request, method, transport);
  } finally {
    transport.close();
  }
}

async function call(
  request: ClientCompatRequest,
  method: DescMethod,
  transport: GrpcTransport,
): Promise<ClientResponseResult> {
  const result = create(ClientResponseResultSchema);
  const cancel = new AbortController();
  // grpc-js waits without end for a callee that answers a unary call twice.
  const giveUp = setTimeout(() => cancel.abort(), CALL_MS_MAX);
  const headers = new Headers();
  for (const { name, value } of request.requestHeaders) for (const one of value) headers.append(name, one);
  try {
    if (method.methodKind === 'unary') {
      await delay(request.requestDelayMs);
      scheduleCancel(request, cancel);
      const [message] = messagesOf(request, method.input);
      const response = await transport.unary(
        method as never,
        cancel.signal,
        request.timeoutMs,
        headers,
        message as never,
      );
      record(result, response.message as WithPayload);
      result.responseHeaders = headerList(response.header);
      result.responseTrailers = headerList(response.trailer);
      return result;
    }
    await stream(request, method, transport, headers, cancel, result);
  } catch (cause) {
    const error = ConnectError.from(cause, Code.Unknown);
    if (method.methodKind === 'client_streaming') result.payloads = [];
    result.error = create(ErrorSchema, {
      code: error.code as number,
      message: error.rawMessage,
      details: error.details.flatMap((detail) =>
        'type' in detail ? [{ typeUrl: `type.googleapis.com/${detail.type}`, value: detail.value }] : [],
      ),
    });
    if (result.responseHeaders.length === 0) result.responseHeaders = headerList(error.metadata);
    if (result.responseTrailers.length === 0) result.responseTrailers = headerList(error.metadata);
  } finally {
    clearTimeout(giveUp);
  }
  return result;
}

async function stream(
  request: ClientCompatRequest,
  method: DescMethod,
  transport: GrpcTransport,
  headers: Headers,
  cancel: AbortController,
  result: ClientResponseResult,
): Promise<void> {
  const fullDuplex = method.methodKind === 'bidi_streaming' && request.streamType === 5;
  let answered: () => void = () => undefined;
  const messages = messagesOf(request, method.input);
  async function* input() {
    for (const message of messages) {
      await delay(request.requestDelayMs);
      const next = new Promise<void>((resolve) => {
        answered = resolve;
      });
      yield message;
      if (fullDuplex) await next;
    }
    if (request.cancel?.cancelTiming.case === 'beforeCloseSend') cancel.abort();
    else scheduleCancel(request, cancel);
  }
  const response = await transport.stream(method as never, cancel.signal, request.timeoutMs, headers, input() as never);
  result.responseHeaders = headerList(response.header);
  try {
    for await (const message of response.message as AsyncIterable<WithPayload>) {
      record(result, message);
      answered();
      if (request.cancel?.cancelTiming.case !== 'afterNumResponses') continue;
      if (result.payloads.length === request.cancel.cancelTiming.value) cancel.abort();
    }
    // As createClient() has it for a method that answers once.
    if (method.methodKind === 'client_streaming' && result.payloads.length !== 1) {
      throw new ConnectError('protocol error: not one response message', Code.Unimplemented);
    }
  } finally {
    answered();
    result.responseTrailers = headerList(response.trailer);
  }
}

function scheduleCancel({ cancel }: ClientCompatRequest, controller: AbortController): void {
  if (!cancel || cancel.cancelTiming.case === 'afterNumResponses') return;
  const waitMs = cancel.cancelTiming.case === 'afterCloseSendMs' ? cancel.cancelTiming.value : 0;
  setTimeout(() => controller.abort(), waitMs);
}

function messagesOf({ requestMessages }: ClientCompatRequest, schema: DescMessage): MessageShape<DescMessage>[] {
  return requestMessages.map((any: Any) => {
    const message = anyUnpack(any, schema);
    if (!message) throw new Error(`not a ${schema.typeName}`);
    return message;
  });
}

function record(result: ClientResponseResult, { payload }: WithPayload): void {
  result.payloads.push(payload ?? create(ConformancePayloadSchema));
}

function headerList(headers: Headers) {
  return [...headers].map(([name, value]) => create(HeaderSchema, { name, value: value.split(/,\s*/) }));
}

async function answer(request: ClientCompatRequest): Promise<void> {
  const { testName } = request;
  const result = await invoke(request).then(
    (value) => ({ case: 'response' as const, value }),
    (error: unknown) => ({
      case: 'error' as const,
      value: create(ClientErrorResultSchema, { message: String(error) }),
    }),
  );
  writeMessage(ClientCompatResponseSchema, create(ClientCompatResponseSchema, { testName, result }));
}

// Several at a time, so that waiting overlaps, but not so many that deadlines pass for want of a turn.
const running = new Set<Promise<void>>();
for await (const request of readMessages(ClientCompatRequestSchema)) {
  const one = answer(request).finally(() => running.delete(one));
  running.add(one);
  if (running.size >= CALLS_AT_ONCE) await Promise.race(running);
}
