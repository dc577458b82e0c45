import type { DescMethod, DescService } from '@bufbuild/protobuf';
import { Code, ConnectError, createClient, type Transport } from '@connectrpc/connect';
import { accessOf } from '@marquee/contracts/access';
import { RealtimeService } from '@marquee/contracts/realtime/v1/realtime_pb';
import { allServices } from '@marquee/contracts/services';
import { implement } from '@marquee/runtime/rpc/serve';
import type { Signals } from '@marquee/runtime/signals';
import { requireAccount } from '@marquee/runtime/viewer';
import { tooManyTopics, topicForbidden, topicUnavailable, topicUnknown } from './realtime-errors.ts';

export type RealtimeResources = {
  signals: Signals;
  transportOf(service: DescService): Transport;
  /** How long a stream lasts about, in ms; a quarter of an hour by default. */
  streamMs?: number;
};

type Signal = { topic: string; version: string; data: Record<string, string> };

const TOPICS_MAX = 50;
/** Of one account on one gateway. A further one ends the oldest, whose page may be long gone behind a lost network. */
const STREAMS_MAX = 32;
const WAITING_MAX = 200;
/** A page opens its stream again after this, so that what its viewer may follow is asked once more. */
const STREAM_MS = 15 * 60_000;
const KEEP_ALIVE_MS = 15_000;
const ID = '[0-9a-f-]{36}';

/** The method of each kind of topic: a viewer who may call it for an id may follow the topic of that id. */
const checks = new Map(
  allServices()
    .flatMap((service) => service.methods)
    .flatMap((method): [string, DescMethod][] => {
      const topic = accessOf(method)?.topic;
      return topic ? [[topic, method]] : [];
    }),
);
const TOPIC = new RegExp(`^(account|(${[...checks.keys()].join('|')}):${ID})$`);

/**
 * One stream a browser and account: signals of the topics that the viewer may follow, and a keep-alive. It ends when the
 * link of signals is back after a break, because signals may have been lost: the page reconnects and refetches.
 */
export function realtimeRpc(resources: RealtimeResources) {
  const { streamMs = STREAM_MS } = resources;
  const streams = new Map<string, Set<AbortController>>();

  /** Aborts when the account has opened too many later ones, the caller has left, or it has lasted long enough. */
  function streamOf(accountId: string, left: AbortSignal) {
    const own = streams.get(accountId) ?? new Set<AbortController>();
    const stream = new AbortController();
    streams.set(accountId, own.add(stream));
    if (own.size > STREAMS_MAX) [...own][0]?.abort();
    const close = () => {
      own.delete(stream);
      if (own.size === 0) streams.delete(accountId);
    };
    // Not all that were opened together open again together.
    const old = AbortSignal.timeout(Math.round(streamMs * (0.8 + 0.4 * Math.random())));
    return { ended: AbortSignal.any([stream.signal, left, old]), close };
  }

  return implement(RealtimeService, {
    async *subscribe(request, context) {
      const viewer = requireAccount(context.viewer);
      if (request.topics.length > TOPICS_MAX) throw tooManyTopics(TOPICS_MAX);
      if (!request.topics.every((topic) => TOPIC.test(topic))) throw topicUnknown();
      await Promise.all(request.topics.map((topic) => requireFollower(resources, topic)));

      const { ended, close } = streamOf(viewer.accountId, context.signal);
      const waiting: Signal[] = [];
      let wake: () => void = () => {};
      let missed = false;
      const stops = request.topics.map((topic) => {
        const named = topic === 'account' ? `account:${viewer.accountId}` : topic;
        return resources.signals.subscribe(named, (signal) => {
          // A page that cannot keep up loses signals; its slow timer refetches.
          if (waiting.length < WAITING_MAX) {
            waiting.push({ topic, version: String(signal.version), data: signal.data ?? {} });
          }
          wake();
        });
      });
      const stopLink = resources.signals.onLink((linked) => {
        missed ||= linked;
        wake();
      });
      ended.addEventListener('abort', () => wake(), { once: true });
      try {
        yield { topic: '', version: '', data: {} };
        while (!ended.aborted && !missed) {
          const next = waiting.shift();
          if (next) {
            yield next;
            continue;
          }
          const { promise: quiet, resolve: endPause } = Promise.withResolvers<boolean>();
          const timer = setTimeout(endPause, KEEP_ALIVE_MS, true);
          wake = () => endPause(false);
          if (await quiet) yield { topic: '', version: '', data: {} };
          clearTimeout(timer);
        }
      } finally {
        for (const stop of [...stops, stopLink, close]) stop();
      }
    },
  });
}

const REFUSALS = new Set([Code.NotFound, Code.PermissionDenied, Code.Unauthenticated, Code.InvalidArgument]);

/** Whether the viewer may follow a topic: the owning service decides by answering or refusing a read. */
async function requireFollower({ transportOf }: RealtimeResources, topic: string): Promise<void> {
  const [kind = '', id = ''] = topic.split(':');
  const method = checks.get(kind);
  // The viewer's own account.
  if (!method) return;
  const client = createClient(method.parent, transportOf(method.parent)) as Record<
    string,
    (request: object) => unknown
  >;
  try {
    await client[method.localName]?.({ [method.input.fields[0]?.localName ?? '']: id });
  } catch (cause) {
    // An unreachable owner has refused nothing: the page reconnects.
    if (!(cause instanceof ConnectError && REFUSALS.has(cause.code))) throw topicUnavailable(cause);
    throw topicForbidden(cause);
  }
}
