import type { DescMessage, Message, MessageShape } from '@bufbuild/protobuf';
import type { Envelope } from '@marquee/contracts/events/v1/envelope_pb';
import type { Bus, Delivery, Subscription } from './bus.ts';
import { openEnvelope, openPayload } from './foreign-messages.ts';
import { topicOf } from './topics.ts';

/** What one type of event means to a process that follows the bus. */
export type Tailed = { schema: DescMessage; handle: (message: Message, envelope: Envelope) => void };

/** Follows one type of event: `tailed(SessionEndedSchema, ({ sessionId }, envelope) => …)`. */
export function tailed<S extends DescMessage>(
  schema: S,
  handle: (message: MessageShape<S>, envelope: Envelope) => void,
): Tailed {
  return { schema, handle: (message, envelope) => handle(message as MessageShape<S>, envelope) };
}

/**
 * Calls back for each of these events that is published from now on, in this process beside all others: for caches and
 * revocations, never for effects that must happen. Resolves once all topics are followed.
 */
export async function tailEvents(bus: Bus, events: readonly Tailed[]): Promise<Subscription> {
  const byType = new Map(events.map((event) => [event.schema.typeName, event]));
  const topics = [...new Set(events.map(({ schema }) => topicOf(schema)))];
  const handler = async (message: Delivery) => {
    const event = byType.get(message.type);
    if (!event) return;
    const envelope = openEnvelope(message);
    event.handle(openPayload(event.schema, message, envelope), envelope);
  };
  const tails = await Promise.all(topics.map((topic) => bus.tail({ topic, handler })));
  return {
    async close() {
      await Promise.all(tails.map((tail) => tail.close()));
    },
  };
}
