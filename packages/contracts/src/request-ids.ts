import { clone, type Message, toJsonString } from '@bufbuild/protobuf';
import type { Interceptor } from '@connectrpc/connect';

const INTENT_LIFE_MS = 10 * 60_000;
const INTENTS_MAX = 200;

/** Something that a person asked for and that has no answer yet: under way, or failed and perhaps done all the same. */
type Intent = { id: string; service: string; underWay: number; askedAt: number };

/**
 * Gives every write that takes a `request_id` one of its own, unless its caller did. The service answers a repeated id
 * with the answer it gave before, so the same request keeps its id for as long as it is one intent: while it is under
 * way and, after a failure, until it succeeds, until another write of its service succeeds, or for ten minutes.
 */
export function requestIds(newId = () => crypto.randomUUID() as string, now = Date.now): Interceptor {
  const intents = new Map<string, Intent>();
  const forgetOthers = (key: string, service: string) => {
    for (const [other, intent] of intents) {
      const isOver = intent.service === service || now() - intent.askedAt > INTENT_LIFE_MS;
      if (other !== key && isOver && intent.underWay === 0) intents.delete(other);
    }
  };
  return (next) => async (request) => {
    const { method, service } = request;
    const given = request.stream ? undefined : (request.message as Message & { requestId?: string });
    if (request.stream || given?.requestId !== '') return next(request);

    const key = `${service.typeName}/${method.name} ${toJsonString(method.input, request.message)}`;
    const known = intents.get(key);
    const isKnown = known && (known.underWay > 0 || now() - known.askedAt <= INTENT_LIFE_MS);
    const intent = isKnown ? known : { id: newId(), service: service.typeName, underWay: 0, askedAt: now() };
    intents.set(key, intent);
    const [oldest] = intents.keys();
    if (intents.size > INTENTS_MAX && oldest !== undefined) intents.delete(oldest);
    intent.underWay += 1;
    const message = Object.assign(clone(method.input, request.message), { requestId: intent.id });
    try {
      const answer = await next({ ...request, message });
      if (intents.get(key) === intent) intents.delete(key);
      forgetOthers(key, intent.service);
      return answer;
    } finally {
      intent.underWay -= 1;
    }
  };
}
