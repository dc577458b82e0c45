import type { DescMethod, DescService } from '@bufbuild/protobuf';
import { Code, ConnectError, createClient, type Transport } from '@connectrpc/connect';
import { accessOf } from '@marquee/contracts/access';
import { RealtimeService } from '@marquee/contracts/realtime/v1/realtime_pb';
import { allServices } from '@marquee/contracts/services';
import { DomainError, invalid } from '@marquee/runtime/errors';
import { implement } from '@marquee/runtime/rpc/serve';
import type { Signals } from '@marquee/runtime/signals';
import { requireAccount } from '@marquee/runtime/viewer';

export type RealtimeResources = {
  signals: Signals;
  transportOf(service: DescService): Transport;
};

type Signal = { topic: string; version: string; data: Record<string, string> };

const TOPICS_MAX = 50;
const WAITING_MAX = 200;
const KEEP_ALIVE_MS = 15_000;
const ID = '[0-9a-f-]{36}';

/** The method that answers for each kind of topic: whoever may call it for an id may follow the topic of that id. */
const checks = new Map(
  allServices()
    .flatMap((service) => service.methods)
    .flatMap((method): [string, DescMethod][] => {
      const topic = accessOf(method)?.topic;
      return topic ? [[topic, method]] : [];
    }),
);
const TOPIC = new RegExp(`^(account|(${[...checks.keys()].join('|')}):${ID})$`);

const topicsRefused = (message: string) => invalid([{ field: 'topics', message }]);

/**
 * One stream a browser and account: signals of the topics that the viewer may follow, and a keep-alive. It ends when the
 * link of signals is back after a break, because signals may have been lost: the page reconnects and refetches.
 */
export function realtimeRpc(resources: RealtimeResources) {
  return implement(RealtimeService, {
    async *subscribe(request, context) {
      const viewer = requireAccount(context.viewer);
      if (request.topics.length > TOPICS_MAX) throw topicsRefused(`At most ${TOPICS_MAX} topics.`);
      const unknown = request.topics.find((topic) => !TOPIC.test(topic));
      if (unknown !== undefined) throw topicsRefused('There is no such topic.');
      await Promise.all(request.topics.map((topic) => requireFollower(resources, topic)));

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
      try {
        yield { topic: '', version: '', data: {} };
        while (!context.signal.aborted && !missed) {
          const next = waiting.shift();
          if (next) {
            yield next;
            continue;
          }
          const quiet = await staysQuiet(context.signal, (wakeUp) => {
            wake = wakeUp;
          });
          if (quiet) yield { topic: '', version: '', data: {} };
        }
      } finally {
        for (const stop of [...stops, stopLink]) stop();
      }
    },
  });
}

/** True after a keep-alive period without an event; false as soon as there is one, or at the end. */
function staysQuiet(end: AbortSignal, wokenBy: (wake: () => void) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (quiet: boolean) => {
      clearTimeout(timer);
      end.removeEventListener('abort', wake);
      resolve(quiet);
    };
    const wake = () => settle(false);
    const timer = setTimeout(() => settle(true), KEEP_ALIVE_MS);
    end.addEventListener('abort', wake, { once: true });
    wokenBy(wake);
  });
}

const REFUSALS = new Set([Code.NotFound, Code.PermissionDenied, Code.Unauthenticated, Code.InvalidArgument]);

function ownerAway(cause: unknown): DomainError {
  const message = 'Live updates are away for a moment.';
  return new DomainError({ kind: 'UNAVAILABLE', reason: 'TOPIC_AWAY', message, cause });
}

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
    if (!(cause instanceof ConnectError && REFUSALS.has(cause.code))) throw ownerAway(cause);
    throw new DomainError({
      kind: 'FORBIDDEN',
      reason: 'TOPIC_FORBIDDEN',
      message: "You don't have access to this page.",
      cause,
    });
  }
}
