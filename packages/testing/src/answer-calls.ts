import type { DescMethod, DescService, Message } from '@bufbuild/protobuf';
import {
  Code,
  ConnectError,
  createConnectRouter,
  createRouterTransport,
  type ServiceImpl,
  type Transport,
} from '@connectrpc/connect';
import { createFetchHandler } from '@connectrpc/connect/protocol';
import type { AnyService } from '@marquee/contracts/all_pb';
import { ErrorDetailSchema } from '@marquee/contracts/errors/v1/errors_pb';
import { allServices } from '@marquee/contracts/services';
import { atEnd } from './cleanup.ts';

type Taking<Service> = Service extends AnyService ? (implementation: ServiceImpl<Service>) => void : never;
type AllMethods = Taking<AnyService> extends (implementation: infer Methods) => void ? Methods : never;

/** Answers by the name of the method. Other methods answer UNIMPLEMENTED. */
export type Answers = Partial<AllMethods>;

export type SentCalls = {
  /** The requests of a method, in the order of their arrival. */
  sent: (method: keyof Answers) => Record<string, unknown>[];
  /** The same answers for a loader, which calls without a network. */
  transport: Transport;
};

/** Answers the calls of a page to its gateway, in place of the network: a Connect router behind `fetch('/rpc/…')`. */
export function answerCalls(answers: Answers): SentCalls {
  const requests = new Map<string, Record<string, unknown>[]>();
  const implementations = new Map<string, Partial<ServiceImpl<DescService>>>();
  /** Most pages call few services, and to make a handler of each method of all of them takes 5 ms. */
  const implementation = (service: DescService) =>
    madeOnce(implementations, service.typeName, () => implementationOf(service, answers, requests));
  const handlers = new Map<string, Map<string, ReturnType<typeof createFetchHandler>>>();
  const handlersOf = (service: DescService) =>
    madeOnce(handlers, service.typeName, () => {
      const router = createConnectRouter().service(service, implementation(service));
      return new Map(router.handlers.map((handler) => [handler.requestPath, createFetchHandler(handler)]));
    });
  const transports = new Map<string, Transport>();
  const transportOf = (service: DescService) =>
    madeOnce(transports, service.typeName, () =>
      createRouterTransport((router) => router.service(service, implementation(service))),
    );
  answering = async (input, init) => {
    const request = new Request(new URL(String(input), 'http://localhost'), init);
    const path = new URL(request.url).pathname.replace(/^\/rpc/, '');
    const service = SERVICES.get(path.slice(1, path.lastIndexOf('/')));
    const handler = service && handlersOf(service).get(path);
    return handler ? handler(request) : new Response(null, { status: 404 });
  };
  return {
    sent: (method) => requests.get(method) ?? [],
    transport: {
      unary: (method, ...rest) => transportOf(method.parent).unary(method, ...rest),
      stream: (method, ...rest) => transportOf(method.parent).stream(method, ...rest),
    },
  };
}

const SERVICES = new Map(allServices().map((service) => [service.typeName, service]));

function madeOnce<Made>(made: Map<string, Made>, name: string, make: () => Made): Made {
  const one = made.get(name) ?? make();
  made.set(name, one);
  return one;
}

/** As services have it: a page that asks for more would show a part of what it means to. */
const PAGE_SIZE_MAX = 100;
const rowsAskedBy = (request: Message) => ('pageSize' in request ? Number(request.pageSize) : 0);

function implementationOf(service: DescService, answers: Answers, requests: Map<string, Record<string, unknown>[]>) {
  type Answer = (request: Message, context: unknown) => unknown;
  const given = answers as Record<string, Answer | undefined>;
  const implementation: Record<string, unknown> = {};
  for (const { localName } of service.methods as DescMethod[]) {
    implementation[localName] = (request: Message, context: unknown) => {
      requests.set(localName, [...(requests.get(localName) ?? []), { ...request }]);
      if (rowsAskedBy(request) > PAGE_SIZE_MAX) {
        throw new ConnectError(`${localName} gives at most ${PAGE_SIZE_MAX} rows at once`, Code.InvalidArgument);
      }
      const answer = given[localName];
      if (!answer) throw new ConnectError(`${localName} is not answered`, Code.Unimplemented);
      return answer(request, context);
    };
  }
  return implementation as Partial<ServiceImpl<typeof service>>;
}

let answering: typeof fetch | undefined;
const { fetch: before } = globalThis;
globalThis.fetch = (input, init) => (answering ?? before)(input, init);
atEnd(() => {
  globalThis.fetch = before;
});

type Refusal = {
  message?: string;
  reason?: string;
  fields?: { field: string; message: string }[];
  metadata?: Record<string, string>;
};

/** A method that the service refuses, with a message for the person. */
export function refusing(code: Code, { message = '', reason = '', fields = [], metadata = {} }: Refusal = {}) {
  return () => {
    throw new ConnectError('', code, undefined, [
      { desc: ErrorDetailSchema, value: { reason: reason || 'REFUSED', message, fields, metadata } },
    ]);
  };
}

/** A method whose service fails, without a message for the person. */
export function failing(): never {
  throw new ConnectError('internal error', Code.Internal);
}

/** Answers one call after the other, and every further call with the last one. */
export function inTurn<Args extends unknown[], Answer>(
  ...answers: [(...args: Args) => Answer, ...((...args: Args) => Answer)[]]
): (...args: Args) => Answer {
  let calls = 0;
  return (...args) => {
    const answer = answers[Math.min(calls, answers.length - 1)] ?? answers[0];
    calls += 1;
    return answer(...args);
  };
}
